import type { Context } from 'koa';
import rawBody from 'raw-body';
import decodeJson from './decode-json.ts';
import type { JsonDecoder } from './json-decoder.ts';
import { nextTurn } from '../answers/next-turn.ts';

/**
 * Maximum size of a body that is decoded in the main thread, in bytes. Decoding a body of this size takes about 10 ms.
 */
const largeBytes = 1024 * 1024;

/**
 * Returns true if a body may have more than `largeBytes` bytes. Without Content-Length, its size is assumed to be
 * `maxBytes`.
 */
export const mayBeLarge = (ctx: Context, maxBytes: number): boolean =>
  Math.min(maxBytes, Number(ctx.get('Content-Length') || Infinity)) > largeBytes;

/** Reads the bytes of a body in the same way as koa-bodyparser. The promise rejects with the errors of raw-body. */
export const readRawBody = (ctx: Context, maxBytes: number): Promise<Buffer> =>
  rawBody(ctx.req, { length: ctx.get('Content-Length') || null, limit: maxBytes });

/** Decodes a body. An empty body counts as `{}`. @throws {SyntaxError} */
export async function decodeBody(bytes: Buffer, { decode }: JsonDecoder): Promise<unknown> {
  if (bytes.length === 0) return {};
  if (bytes.length <= largeBytes) return decodeJson(bytes);
  const value = await decode(bytes);
  // Receiving a value of several megabytes from the thread takes 10 ms, and validating it takes another 10 ms. Other
  // requests can run between the two steps.
  await nextTurn();
  return value;
}
