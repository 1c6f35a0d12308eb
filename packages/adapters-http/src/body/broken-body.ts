import type { IncomingMessage } from 'node:http';
import { HttpError } from '../answers/http-error.ts';

const refusals = new WeakMap<IncomingMessage, HttpError>();

/**
 * Ends the body of a request after Node has reported the error `code`, which is an error of the HTTP parser or a
 * timeout. The rest of the body will never arrive. Code that is reading the body is interrupted. Code that begins to
 * read the body later must check `bodyError`. The connection stays open for the response.
 */
export function failBody(request: IncomingMessage, code: string | undefined): void {
  refusals.set(request, refusalOf(code));
  // Code that reads the body handles this event like the disconnection of a client. Destroying the request would also
  // destroy its socket.
  request.emit('aborted');
}

/** Returns the error that `failBody` has set, or undefined if the body can be read. */
export const bodyError = (request: IncomingMessage): HttpError | undefined => refusals.get(request);

function refusalOf(code: string | undefined): HttpError {
  switch (code) {
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError('body-too-large', 'The chunk extensions or trailers of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('body-too-slow', 'The body took too long to arrive.');
    default:
      return incompleteBody();
  }
}

/** Returns the error for a body that ends early, or whose length or chunks are not valid HTTP. */
export const incompleteBody = (): HttpError =>
  new HttpError('malformed-body', 'The body is incomplete or is not valid HTTP.');
