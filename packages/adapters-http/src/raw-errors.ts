import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { failure } from './envelope.ts';
import { errorTable } from './error-table.ts';

/** How long a client may take, in milliseconds; whoever is slower is told so and disconnected. */
export const clientTimeouts = { headersMs: 10_000, requestMs: 60_000, checkEveryMs: 2000 };

/** What the HTTP parser says of a request it gave up on. */
const messages: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  417: 'The expectation of the request cannot be met.',
  431: 'The headers of the request are too large.',
};

const statusOf = (code: string | undefined): number => {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
};

/** Answers what fails below the HTTP parser in the envelope too (decisions, section 7). */
export function answerRawErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, statusOf(error.code), '');
  });
  server.on('checkExpectation', (request, response) => {
    response.shouldKeepAlive = false;
    refuse(request.socket, 417, new URL(request.url ?? '', 'http://localhost').pathname);
  });
}

function refuse(socket: Socket, status: number, path: string): void {
  const { code } = errorTable['malformed-body'];
  const message = messages[status] ?? '';
  const body = JSON.stringify(failure({ code, status, message, errors: null }, path));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  // The answer is all that is left to say: a client that goes on sending is cut off.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
