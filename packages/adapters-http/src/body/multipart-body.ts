import type { IncomingMessage } from 'node:http';
import type { ReceivedFile } from '@portcullis/application/internal/ports/media-files';
import type { Context } from 'koa';
import { HttpError } from '../responses/http-error.ts';
import { receiveInParts, type BodyLimits } from './receive-body.ts';

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
    const encoding = ctx.get('Content-Encoding').toLowerCase();
    if (!['', 'identity'].includes(encoding) || ctx.request.is(multipartMedia) !== multipartMedia)
      throw new HttpError('unsupported-media-type', `The body must be ${multipartMedia}.`);
    const announcedBytes = Number(ctx.get('Content-Length'));
    if (announcedBytes > limits.maxBytes)
      throw new HttpError('body-too-large', `The body must not be larger than ${limits.maxBytes} bytes.`);
    return { announcedBytes, receive: (folder) => receiveInParts(ctx, limits, () => receive(ctx.req, folder)) };
  };

/** The form of a request to a route that takes none. */
export const noForm: IncomingForm = {
  announcedBytes: 0,
  receive: () => Promise.reject(new Error('The route does not set `bodyMedia` to multipart/form-data.')),
};
