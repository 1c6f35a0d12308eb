import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { bodyError, incompleteBody } from './broken-body.ts';
import { HttpError } from '../answers/http-error.ts';
import { withTimeout } from '../checks/with-timeout.ts';
import type { JsonDecoder } from './json-decoder.ts';
import { jsonLimitChecker } from './json-limits.ts';
import { readRawBody, decodeBody, mayBeLarge } from './large-body.ts';
import { utf8PrefixChecker } from './utf8.ts';

/** Limits on the body of a request. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Maximum time until the whole body has been read and decoded, in milliseconds. */
  readonly maxMs: number;
}

/**
 * Reads a JSON body into `ctx.request.body`. An empty body counts as `{}`. All checks run before the JSON is decoded.
 * The returned function calls `received` with each piece of the body.
 * @throws {HttpError} unsupported-media-type, body-too-large, body-too-slow, malformed-body
 */
export function jsonBody({ maxBytes, maxMs }: BodyLimits, decoder: JsonDecoder) {
  const tooLarge = () => new HttpError('body-too-large', `The body must not be larger than ${maxBytes} bytes.`);
  const refuse = (error: Error, { req }: Context): never => {
    if ('status' in error && error.status === 413) throw tooLarge();
    if ('type' in error && error.type === 'request.aborted') throw bodyError(req) ?? incompleteBody();
    throw new HttpError('malformed-body', 'The body is not valid JSON.');
  };
  const readSmall = bodyParser({ enableTypes: ['json'], strict: false, jsonLimit: String(maxBytes), onerror: refuse });
  const readLarge = async (ctx: Context): Promise<void> => {
    const bytes = await readRawBody(ctx, maxBytes).catch((error: Error) => refuse(error, ctx));
    ctx.request.body = await decodeBody(bytes, decoder).catch((error: Error) => {
      if (error instanceof SyntaxError) refuse(error, ctx);
      // Any other error is a failure of the decoder thread, not of the client.
      throw error;
    });
  };
  return async (ctx: Context, received?: (chunk: Buffer) => void): Promise<void> => {
    refuseOtherMediaTypes(ctx);
    // The length is checked here because koa-bodyparser truncates lengths to 32 bits.
    if (Number(ctx.get('Content-Length')) > maxBytes) throw tooLarge();
    const broken = bodyError(ctx.req);
    if (broken !== undefined) throw broken;
    const reading: Promise<unknown> = mayBeLarge(ctx, maxBytes) ? readLarge(ctx) : readSmall(ctx, doNothing);
    if (received !== undefined) ctx.req.on('data', received);
    await withTimeout(Promise.race([reading, rejectInvalidBytes(ctx)]), maxMs, tooSlow);
    if (ctx.request.rawBody === '') ctx.request.body = {};
  };
}

const doNothing = (): Promise<void> => Promise.resolve();

/**
 * Returns a promise that rejects as soon as the body is invalid UTF-8, is nested too deeply, or has too many keys or
 * values. The request is paused before the promise rejects. The promise never resolves, because it only serves to
 * interrupt the reading of the body.
 */
function rejectInvalidBytes({ req }: Context): Promise<never> {
  const follow = jsonLimitChecker();
  const isStillUtf8 = utf8PrefixChecker();
  return new Promise((_resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      try {
        follow(chunk);
        if (!isStillUtf8(chunk)) throw new HttpError('malformed-body', 'The body is not UTF-8.');
      } catch (error) {
        req.pause();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}

const tooSlow = (): HttpError => new HttpError('body-too-slow', 'The body took too long to arrive.');

function refuseOtherMediaTypes(ctx: Context): void {
  const encoding = ctx.get('Content-Encoding');
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new HttpError('unsupported-media-type', 'Bodies must be sent without a content encoding.');
  }
  const isEmpty = ctx.get('Transfer-Encoding') === '' && Number(ctx.get('Content-Length')) === 0;
  if (isEmpty) return;
  const charset = ctx.request.charset.toLowerCase();
  if (ctx.request.is('json') !== 'json' || !['', 'utf-8', 'utf8'].includes(charset)) {
    throw new HttpError('unsupported-media-type', 'The body must be JSON in UTF-8.');
  }
}
