import type { Context } from 'koa';
import rawBody from 'raw-body';
import decodeJson from './decode-json.ts';
import type { JsonDecoder } from './json-decoder.ts';
import { nextTurn } from '../answers/one-at-a-time.ts';

/** A larger body is decoded in a thread, because decoding this many bytes takes about 10 ms. */
const largeBytes = 1024 * 1024;

/** Returns true if a body may be large. One without Content-Length counts as `maxBytes` long. */
export const mayBeLarge = (ctx: Context, maxBytes: number): boolean =>
  Math.min(maxBytes, Number(ctx.get('Content-Length') || Infinity)) > largeBytes;

/** Reads the bytes of a body as koa-bodyparser does, with the errors of raw-body. */
export const bytesOf = (ctx: Context, maxBytes: number): Promise<Buffer> =>
  rawBody(ctx.req, { length: ctx.get('Content-Length') || null, limit: maxBytes });

/** Decodes a body; an empty one is `{}`. @throws {SyntaxError} */
export async function decodeBody(bytes: Buffer, { decode }: JsonDecoder): Promise<unknown> {
  if (bytes.length === 0) return {};
  if (bytes.length <= largeBytes) return decodeJson(bytes);
  const value = await decode(bytes);
  // Receiving megabytes from the thread and validating them take 10 ms each, so other requests run in between.
  await nextTurn();
  return value;
}
