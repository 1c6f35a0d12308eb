import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import rawBody from 'raw-body';
import { HttpError } from '../responses/http-error.ts';
import { nextTurn } from '../responses/text-slices.ts';
import { jsonLimitChecker, utf8PrefixChecker } from './byte-checks.ts';
import decodeJson from './decode-json.ts';
import type { JsonDecoder } from './json-decoder.ts';

/** Limits on the body of a request. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Maximum time until the whole body has been read and decoded, in milliseconds. */
  readonly maxMs: number;
  /** Maximum number of keys of all objects. Default: 1,000. */
  readonly maxKeys?: number;
}

/**
 * Maximum size of a body that koa-bodyparser decodes in the main thread, in bytes. Decoding a body of this size takes
 * about 10 ms.
 */
const largeBytes = 1024 * 1024;

/**
 * Returns the function that reads and decodes the JSON body of a request. An empty body counts as `{}`. Each piece of
 * the body is checked when it arrives, and passed to `received`. The JSON is decoded after all pieces were checked.
 * @throws {HttpError} unsupported-media-type, body-too-large, body-too-slow, malformed-body
 */
export function jsonBodyReader({ maxBytes, maxMs, maxKeys }: BodyLimits, decoder: JsonDecoder) {
  const tooLarge = () => bodyTooLarge(maxBytes);
  const readError = (error: Error, req: IncomingMessage) => readErrorOf(error, req, maxBytes, invalidJson);
  const parseSmall = bodyParser({
    enableTypes: ['json'],
    strict: false,
    jsonLimit: String(largeBytes),
    onerror: (error, { req }) => {
      throw readError(error, req);
    },
  });
  const readAndDecode = async (ctx: Context, length: string): Promise<unknown> => {
    const { req } = ctx;
    // A body without a length may become large.
    if (length !== '' && Number(length) <= largeBytes) {
      await parseSmall(ctx, doNothing);
      return ctx.request.body;
    }
    const bytes = await rawBody(req, { length: length || null, limit: maxBytes }).catch((error: Error) => {
      throw readError(error, req);
    });
    try {
      return await (bytes.length > largeBytes ? decodeLarge(bytes, decoder) : decodeJson(bytes));
    } catch (error) {
      // Any other error is a failure of the decoder thread, not of the client.
      throw error instanceof SyntaxError ? invalidJson() : error;
    }
  };
  return async (ctx: Context, received?: (chunk: Buffer) => void): Promise<unknown> => {
    const { req } = ctx;
    const length = ctx.get('Content-Length');
    const isEmpty = Number(length) === 0 && ctx.get('Transfer-Encoding') === '';
    refuseOtherEncodings(ctx, isEmpty);
    if (isEmpty) return {};
    if (Number(length) > maxBytes) throw tooLarge();
    const broken = brokenBodies.get(req);
    if (broken !== undefined) throw broken;

    const checkLimits = jsonLimitChecker(maxKeys);
    const isStillUtf8 = utf8PrefixChecker();
    let timer: NodeJS.Timeout | undefined;
    /** Rejects as soon as the body is too slow or cannot become valid, to interrupt the reading. Never resolves. */
    const interruption = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(bodyTooSlow()), maxMs);
      req.on('data', (chunk: Buffer) => {
        try {
          received?.(chunk);
          checkLimits(chunk);
          if (!isStillUtf8(chunk)) throw new HttpError('malformed-body', 'The body is not UTF-8.');
        } catch (error) {
          req.pause();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    try {
      return await Promise.race([readAndDecode(ctx, length), interruption]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const doNothing = (): Promise<void> => Promise.resolve();

/** Converts an error of the reading of a body. `otherwise` is the error of a body that was read but is invalid. */
export function readErrorOf(
  error: Error,
  req: IncomingMessage,
  maxBytes: number,
  otherwise: () => HttpError,
): HttpError {
  if ('status' in error && error.status === 413) return bodyTooLarge(maxBytes);
  const isBroken = 'type' in error && error.type === 'request.aborted';
  return isBroken ? (brokenBodyOf(req) ?? incompleteBody()) : otherwise();
}

export const bodyTooLarge = (maxBytes: number): HttpError =>
  new HttpError('body-too-large', `The body must not be larger than ${maxBytes} bytes.`);

/** @throws {HttpError} unsupported-media-type */
function refuseOtherEncodings(ctx: Context, isEmpty: boolean): void {
  const encoding = ctx.get('Content-Encoding');
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new HttpError('unsupported-media-type', 'Bodies must be sent without a content encoding.');
  }
  if (isEmpty || (ctx.request.is('json') === 'json' && charsets.includes(ctx.request.charset.toLowerCase()))) return;
  throw new HttpError('unsupported-media-type', 'The body must be JSON in UTF-8.');
}

/** The names of UTF-8 in `Content-Type`, and the empty text of a header without a charset. */
const charsets: readonly string[] = ['', 'utf-8', 'utf8'];

async function decodeLarge(bytes: Buffer, { decode }: JsonDecoder): Promise<unknown> {
  const value = await decode(bytes);
  // Receiving a value of several megabytes from the thread takes 10 ms, and validating it takes another 10 ms. Other
  // requests can run between the two steps.
  await nextTurn();
  return value;
}

const brokenBodies = new WeakMap<IncomingMessage, HttpError>();

/** Returns the error of a body whose rest will never arrive. */
export const brokenBodyOf = (req: IncomingMessage): HttpError | undefined => brokenBodies.get(req);

/**
 * Ends the body of a request after Node has reported the error `code`, which is an error of the HTTP parser or a
 * timeout. The rest of the body will never arrive. Code that is reading the body is interrupted. If the body is read
 * later, reading it fails with the same error. The connection stays open for the response.
 */
export function failBody(request: IncomingMessage, code: string | undefined): void {
  brokenBodies.set(request, brokenBody(code));
  // Code that reads the body handles this event like the disconnection of a client. Destroying the request would also
  // destroy its socket.
  request.emit('aborted');
}

function brokenBody(code: string | undefined): HttpError {
  switch (code) {
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError('body-too-large', 'The chunk extensions or trailers of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return bodyTooSlow();
    default:
      return incompleteBody();
  }
}

/** Returns the error for a body that ends early, or whose length or chunks are not valid HTTP. */
const incompleteBody = (): HttpError => new HttpError('malformed-body', 'The body is incomplete or is not valid HTTP.');

const invalidJson = (): HttpError => new HttpError('malformed-body', 'The body is not valid JSON.');

export const bodyTooSlow = (): HttpError => new HttpError('body-too-slow', 'The body took too long to arrive.');
