import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@portcullis/domain/internal/shared/actor';

/** A function with the signature of `fetch` for a `Request`. */
export type LocalFetch = (request: Request) => Promise<Response>;

/**
 * Returns a function that sends requests to a server of this process over a connection in memory. The server handles them
 * like every other request, so all its checks apply.
 * @param client the client on whose behalf the requests are sent; the server sees its address
 * @param headers replace those of the requests
 */
export const localFetch =
  (server: () => Server, { ipAddress }: Client, headers: Readonly<Record<string, string>>): LocalFetch =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const [near, far] = duplexPair();
    // The other end is read by this process, so no time limit for slow clients is needed.
    server().emit('connection', Object.assign(far, { remoteAddress: ipAddress, setTimeout: () => far }));
    const sent = httpRequest({
      createConnection: () => near,
      method: request.method,
      path: pathname + search,
      headers: {
        ...Object.fromEntries(request.headers),
        ...headers,
        'Content-Length': body.length,
        Connection: 'close',
      },
    });
    const responded: Promise<IncomingMessage[]> = once(sent, 'response');
    sent.end(body);
    const [response] = await responded;
    if (response === undefined) throw new TypeError('There is no response.');
    const { statusCode = 0, statusMessage = '', rawHeaders } = response;
    const received = new Headers();
    for (let index = 0; index + 1 < rawHeaders.length; index += 2)
      received.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    const hasNoBody = statusCode === 204 || statusCode === 304;
    const data = await buffer(response);
    return new Response(hasNoBody ? null : data, { status: statusCode, statusText: statusMessage, headers: received });
  };
