import type { Context } from 'koa';
import rawBody from 'raw-body';
import decodeJson from './decode-json.ts';
import type { JsonDecoder } from './json-decoder.ts';
import { nextTurn } from '../answers/one-at-a-time.ts';

/** Decoding a body of this size takes some 10 ms; a larger one is not decoded on the event loop. */
const largeBytes = 1024 * 1024;

/** Whether a body may be large: what does not say its length is as long as it may be. */
export const mayBeLarge = (ctx: Context, maxBytes: number): boolean =>
  Math.min(maxBytes, Number(ctx.get('Content-Length') || Infinity)) > largeBytes;

/** The bytes of a body, as koa-bodyparser reads them. Throws what raw-body throws. */
export const bytesOf = (ctx: Context, maxBytes: number): Promise<Buffer> =>
  rawBody(ctx.req, { length: ctx.get('Content-Length') || null, limit: maxBytes });

/** What is in them; nothing at all counts as `{}`. Throws SyntaxError. */
export async function decoded(bytes: Buffer, { decode }: JsonDecoder): Promise<unknown> {
  if (bytes.length === 0) return {};
  if (bytes.length <= largeBytes) return decodeJson(bytes);
  const value = await decode(bytes);
  // To take megabytes from the thread and to check them takes 10 ms each, so not both in one turn.
  await nextTurn();
  return value;
}
