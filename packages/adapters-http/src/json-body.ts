import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { EdgeRefusal } from './edge-refusal.ts';

/** What a route takes for a body. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** How long it may take to arrive. */
  readonly maxMs: number;
}

const maxDepth = 32;
const maxKeys = 1000;

/**
 * Reads a JSON body into `ctx.request.body`; none at all counts as `{}`. What it refuses, it refuses before decoding.
 * Refuses: unsupported-media-type, body-too-large, body-too-slow, malformed-body.
 */
export function jsonBody({ maxBytes, maxMs }: BodyLimits) {
  const parse = bodyParser({
    enableTypes: ['json'],
    strict: false,
    jsonLimit: String(maxBytes),
    onerror: (error) => {
      throw 'status' in error && error.status === 413
        ? new EdgeRefusal('body-too-large', `The body must not be larger than ${maxBytes} bytes.`)
        : new EdgeRefusal('malformed-body', 'The body is not valid JSON.');
    },
  });
  return async (ctx: Context): Promise<void> => {
    refuseForeignBody(ctx);
    const reading: Promise<unknown> = parse(ctx, () => Promise.resolve());
    await inTime(reading, maxMs);
    if (ctx.request.rawBody === '') ctx.request.body = {};
    refuseOddJson(ctx.request.body);
  };
}

/** A body that trickles in holds a connection and nothing else: past its time it is refused. */
async function inTime(reading: Promise<unknown>, maxMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EdgeRefusal('body-too-slow', 'The body took too long to arrive.')), maxMs);
  });
  try {
    await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

function refuseForeignBody(ctx: Context): void {
  const encoding = ctx.get('Content-Encoding');
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new EdgeRefusal('unsupported-media-type', 'Bodies must be sent without a content encoding.');
  }
  const isEmpty = ctx.get('Transfer-Encoding') === '' && Number(ctx.get('Content-Length')) === 0;
  if (isEmpty) return;
  const charset = ctx.request.charset.toLowerCase();
  if (ctx.request.is('json') !== 'json' || !['', 'utf-8', 'utf8'].includes(charset)) {
    throw new EdgeRefusal('unsupported-media-type', 'The body must be JSON in UTF-8.');
  }
}

/** Deep or wide JSON is no request of ours, and costs every later step. */
function refuseOddJson(body: unknown): void {
  let keys = 0;
  const pending: [value: unknown, depth: number][] = [[body, 1]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth)
      throw new EdgeRefusal('malformed-body', `The body is nested more than ${maxDepth} levels deep.`);
    const children = Object.values(value);
    if (!Array.isArray(value)) keys += children.length;
    if (keys > maxKeys) throw new EdgeRefusal('malformed-body', `The body has more than ${maxKeys} keys.`);
    for (const child of children) pending.push([child, depth + 1]);
  }
}
