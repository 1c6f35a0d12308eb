import type { IncomingMessage } from 'node:http';
import type { ReceivedFile } from '@portcullis/application/internal/ports/media-files';
import type { Context } from 'koa';
import { HttpError } from '../responses/http-error.ts';
import { failBody, isEncoded, requireUnbroken, tooLarge, type BodyLimits } from './receive-body.ts';

/** The media type of forms with a file. */
export const multipartMedia = 'multipart/form-data';

/** A form that was received completely. */
export interface ReceivedForm {
  /** The file in the field `file`. */
  readonly file: ReceivedFile;
  /** The texts of the other fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Receives a form with one file, which is stored in a folder while it arrives.
 * @throws {HttpError} body-too-large, malformed-body; validation-failed, if the form has no file
 */
export type ReceiveForm = (request: IncomingMessage, folder: string) => Promise<ReceivedForm>;

/** A form that has not been received yet. */
export interface IncomingForm {
  /** The size of the whole body as the client has announced it; 0 if it has not. */
  readonly announcedBytes: number;
  /** @throws {HttpError} body-too-slow, and the errors of `ReceiveForm` */
  readonly receive: (folder: string) => Promise<ReceivedForm>;
}

/**
 * Returns a function that checks the head of a request with a form. The body is not read before the use case asks for it,
 * so that a file that would be refused is not received.
 * @throws {HttpError} unsupported-media-type, body-too-large
 */
export const incomingForms =
  (limits: BodyLimits, receive: ReceiveForm) =>
  (ctx: Context): IncomingForm => {
    if (isEncoded(ctx) || ctx.request.is(multipartMedia) !== multipartMedia)
      throw new HttpError('unsupported-media-type', `The body must be ${multipartMedia}.`);
    const announcedBytes = Number(ctx.get('Content-Length'));
    if (announcedBytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
    return { announcedBytes, receive: (folder) => receiveInParts(ctx, limits, () => receive(ctx.req, folder)) };
  };

/** The form of a request to a route that takes none. */
export const noForm: IncomingForm = {
  announcedBytes: 0,
  receive: () => Promise.reject(new Error('The route does not set `bodyMedia` to multipart/form-data.')),
};

/** The bodies that `receiveInParts` is receiving. */
const arriving = new WeakSet<IncomingMessage>();

/** Whether the time limit of Node for whole requests does not apply, because the body has a limit of its own. */
export const hasOwnTimeLimit = (request: IncomingMessage): boolean => arriving.has(request);

/**
 * Reads a body that may arrive slowly. It lasts as long as enough bytes arrive in each period.
 * @throws {HttpError} body-too-slow, and the errors of the reading
 */
export async function receiveInParts<T>(
  { req }: Pick<Context, 'req'>,
  { maxMs, partBytes = 1 }: Pick<BodyLimits, 'maxMs' | 'partBytes'>,
  read: () => Promise<T>,
): Promise<T> {
  requireUnbroken(req);
  let received = req.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = req.socket;
    if (bytesRead - received < partBytes) failBody(req, 'ERR_HTTP_REQUEST_TIMEOUT');
    received = bytesRead;
  }, maxMs);
  arriving.add(req);
  try {
    return await read();
  } catch (error) {
    requireUnbroken(req);
    throw error;
  } finally {
    clearInterval(timer);
    arriving.delete(req);
  }
}
