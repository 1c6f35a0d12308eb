import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import rawBody from 'raw-body';
import { HttpError } from '../responses/http-error.ts';

/** Limits on the body of a request. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Maximum time until the whole body has been read and decoded, in milliseconds. */
  readonly maxMs: number;
  /**
   * For a form with a file: the number of bytes that must arrive within each `maxMs`. The whole body may take longer.
   * Default: 1.
   */
  readonly partBytes?: number;
  /** Maximum number of keys of all objects. Default: 1,000. */
  readonly maxKeys?: number;
}

/** What differs between the media types of bodies. */
interface BodyReading {
  /** @throws {HttpError} unsupported-media-type */
  readonly refuseOtherTypes: (isEmpty: boolean) => void;
  /**
   * Reads and decodes the body.
   * @param length the header `Content-Length`, or an empty text
   */
  readonly read: (length: string) => Promise<unknown>;
  /** Called with each piece of the body when it arrives. An error that it throws interrupts the reading. */
  readonly check?: (chunk: Buffer) => void;
}

/**
 * Reads the body of a request within its limits. An empty body counts as `{}`.
 * @throws {HttpError} unsupported-media-type, body-too-large, body-too-slow, and the errors of the reading
 */
export async function receiveBody(
  ctx: Pick<Context, 'req' | 'get'>,
  { maxBytes, maxMs }: BodyLimits,
  { refuseOtherTypes, read, check }: BodyReading,
): Promise<unknown> {
  const length = ctx.get('Content-Length');
  const isEmpty = Number(length) === 0 && ctx.get('Transfer-Encoding') === '';
  refuseOtherTypes(isEmpty);
  if (isEmpty) return {};
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  const { req } = ctx;
  requireUnbroken(req);
  let timer: NodeJS.Timeout | undefined;
  /** Never resolves. Rejects as soon as the body is too slow or cannot become valid. */
  const interruption = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), maxMs);
    if (check === undefined) return;
    req.on('data', (chunk: Buffer) => {
      try {
        check(chunk);
      } catch (error) {
        req.pause();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
  try {
    return await Promise.race([read(length), interruption]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the bytes of a body.
 * @param length the header `Content-Length`, or an empty text
 * @param otherwise returns the error of a body that was read but is invalid
 */
export async function readBytes(
  req: IncomingMessage,
  length: string,
  maxBytes: number,
  otherwise: () => HttpError,
): Promise<Buffer> {
  try {
    return await rawBody(req, { length: length || null, limit: maxBytes });
  } catch (error) {
    throw error instanceof Error ? readErrorOf(error, req, maxBytes, otherwise) : error;
  }
}

/** Converts an error of the reading of a body. `otherwise` is the error of a body that was read but is invalid. */
export function readErrorOf(
  error: Error,
  req: IncomingMessage,
  maxBytes: number,
  otherwise: () => HttpError,
): HttpError {
  if ('status' in error && error.status === 413) return tooLarge(maxBytes);
  const isBroken = 'type' in error && error.type === 'request.aborted';
  return isBroken ? (brokenBodies.get(req) ?? incompleteBody()) : otherwise();
}

export const tooLarge = (maxBytes: number): HttpError =>
  new HttpError('body-too-large', `The body must not be larger than ${maxBytes} bytes.`);

export const malformedForm = (): HttpError => new HttpError('malformed-body', 'The body is not a valid form.');

/** Whether the body has a content encoding, such as gzip, which no route accepts. */
export const isEncoded = (ctx: Context): boolean =>
  !['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase());

/** The errors of bodies whose rest will never arrive. */
const brokenBodies = new WeakMap<IncomingMessage, HttpError>();

/** @throws the error of a body whose rest will never arrive */
export function requireUnbroken(request: IncomingMessage): void {
  const broken = brokenBodies.get(request);
  if (broken !== undefined) throw broken;
}

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
      return tooSlow();
    default:
      return incompleteBody();
  }
}

/** Returns the error for a body that ends early, or whose length or chunks are not valid HTTP. */
const incompleteBody = (): HttpError => new HttpError('malformed-body', 'The body is incomplete or is not valid HTTP.');

const tooSlow = (): HttpError => new HttpError('body-too-slow', 'The body took too long to arrive.');
