import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failure } from './envelope.ts';
import { errorTable } from './error-table.ts';
import { securityHeaders } from './security-headers.ts';

/** How long a client may take, in milliseconds; whoever is slower is told so and disconnected. */
const clientTimeouts = { headersMs: 10_000, requestMs: 60_000, checkEveryMs: 2000, idleMs: 120_000 };

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The HTTP server around the application. What fails below the application, in the parser or before a request can be
 * routed, is answered in the envelope too (decisions, section 7).
 */
export function createHttpServer(handle: Handle): Server {
  const { headersMs, requestMs, checkEveryMs, idleMs } = clientTimeouts;
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    // Node would answer a request without Host itself, in a form of its own.
    requireHostHeader: false,
  });
  // Whoever does not read what was asked for holds its answer in our memory.
  server.setTimeout(idleMs);
  const unanswered = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => {
    unanswered.set(request.socket, response);
    if (isAddressed(request)) void handle(request, response);
    else answer(response, 400, '');
  });
  server.on('checkExpectation', (request, response) => {
    unanswered.set(request.socket, response);
    answer(response, 417, pathOf(request));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const last = unanswered.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // Answers come in the order of the requests: those before the broken one are waited for.
    else if (last === undefined || last.closed || error.code === timedOut) refuse(socket, statusOf(error.code));
    else last.once('close', () => refuse(socket, statusOf(error.code)));
  });
  return server;
}

/** Whether a request says where it goes: HTTP/1.1 wants a Host, and what is no path must be a whole address. */
function isAddressed({ url = '', headers: { host }, httpVersion }: IncomingMessage): boolean {
  return (host !== undefined || httpVersion === '1.0') && (/^(?:\/|\*$)/.test(url) || URL.canParse(url));
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.slice(0, url.search(/\?|$/));

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

/** What the HTTP parser says of a request it gave up on. */
const statusOf = (code: string | undefined): RawStatus => {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === timedOut ? 408 : 400;
};

const messages = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  417: 'The expectation of the request cannot be met.',
  431: 'The headers of the request are too large.',
};

type RawStatus = keyof typeof messages;

function rawAnswer(status: RawStatus, path: string) {
  const { code } = errorTable['malformed-body'];
  const body = JSON.stringify(failure({ code, status, message: messages[status], errors: null }, path));
  const headers = {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  };
  return { headers, body };
}

function answer(response: ServerResponse, status: RawStatus, path: string): void {
  const { headers, body } = rawAnswer(status, path);
  response.writeHead(status, headers).end(body);
}

/** Where there is not even a request to answer. */
function refuse(socket: Socket, status: RawStatus): void {
  if (!socket.writable) return;
  const { headers, body } = rawAnswer(status, '');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // The answer is all that is left to say: a client that goes on sending is cut off.
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}
