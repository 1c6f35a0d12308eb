import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasOwnTimeLimit } from '../body/multipart-body.ts';
import { failBody } from '../body/receive-body.ts';
import type { HttpError } from '../responses/http-error.ts';
import { errorReportOf, failure } from '../responses/error-report.ts';
import { failureOf, type RequestEntry } from './request-entry.ts';
import { securityHeaders } from './security-headers.ts';
import { requestError, requestIdOf, type RequestErrorKind } from '../checks/request-head.ts';

/**
 * Time limits for clients, in milliseconds. Node checks `headersMs` and `requestMs` every `checkEveryMs` milliseconds.
 * A client that sends a request too slowly gets an error and is disconnected. Load balancers usually keep idle
 * connections for 60 s, so `keepAliveMs` is longer. Otherwise, the server could close a connection while the load
 * balancer sends a request.
 */
const clientTimeouts = {
  headersMs: 10_000,
  requestMs: 60_000,
  checkEveryMs: 2000,
  idleMs: 120_000,
  keepAliveMs: 65_000,
};

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Creates the HTTP server for the application. Requests that the HTTP parser rejects also get a response with the
 * envelope and a line in the log.
 */
export function createHttpServer(handle: Handle, log: (entry: RequestEntry) => void): Server {
  const { headersMs, requestMs, checkEveryMs, idleMs, keepAliveMs } = clientTimeouts;
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: keepAliveMs,
    // If this option were true, Node would reject requests without a Host header, and Node's own responses have no
    // envelope.
    requireHostHeader: false,
  });
  // If a client does not read its responses, they stay in memory. Connections without traffic are therefore closed.
  server.setTimeout(idleMs);
  const lastResponses = new WeakMap<Socket, ServerResponse>();
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    lastResponses.set(request.socket, response);
    void handle(request, response);
  };
  server.on('request', take);
  // Node's own response to an unknown Expect header has no envelope, so the application handles requests with this
  // header.
  server.on('checkExpectation', take);
  const failed = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const last = lastResponses.get(socket);
    // Node reports the timeout of a request once, and leaves the connection to this listener.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && last !== undefined && hasOwnTimeLimit(last.req)) return;
    // The parser reports its error again for every further packet and for the end of the connection.
    if (failed.has(socket)) return;
    failed.add(socket);
    if (last === undefined || last.req.complete) {
      // Responses must be sent in the order of the requests, so this response waits for the previous one.
      afterResponse(last, () => {
        if (socket.writable) log(respondToUnparsed(socket, requestError(requestErrorKindOf(error.code))));
      });
    } else {
      // The application is still handling the last request. If it reads the request body, the read fails with the error
      // of the HTTP parser, and the response reports this error.
      failBody(last.req, error.code);
      afterResponse(last, () => socket.destroySoon());
    }
  });
  return server;
}

function afterResponse(response: ServerResponse | undefined, act: () => void): void {
  if (response === undefined || response.closed) act();
  else response.once('close', act);
}

/** Returns the kind of error for an error code of the HTTP parser. */
const requestErrorKindOf = (code: string | undefined): RequestErrorKind => {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request-too-slow' : 'malformed-request';
};

/** Writes an error response to the socket of a request that could not be parsed. */
function respondToUnparsed(socket: Socket, refusal: HttpError): RequestEntry {
  const reported = errorReportOf(refusal);
  const requestId = requestIdOf('');
  const body = JSON.stringify(failure(reported, ''));
  const headers = {
    ...securityHeaders,
    ...refusal.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // The connection cannot be used any more, so it is closed even if the client is still sending.
  socket.end(`HTTP/1.1 ${reported.status} ${STATUS_CODES[reported.status] ?? ''}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
  return {
    requestId,
    method: undefined,
    route: undefined,
    status: reported.status,
    durationMs: 0,
    ...failureOf(refusal),
  };
}
