import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';

interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body?: string;
  /** The response is not read further after this number of bytes. */
  readonly maxBytes: number;
  /** The request is sent only to one of these IP addresses. */
  readonly addresses: readonly Address[];
  readonly signal: AbortSignal;
  /** The only CA certificate that is trusted, in PEM form. If undefined, Node's default certificates are trusted. */
  readonly ca: string | undefined;
}

export interface Address {
  readonly address: string;
  readonly family: number;
}

export interface Received {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The beginning of the body. It may have a few KB more than `maxBytes`. */
  readonly body: Buffer;
}

/** Maximum number of interim responses (1xx). A receiver that sends more of them would only use CPU time. */
const maxInterim = 20;

/**
 * Sends a request on a new connection, and reads the body up to `maxBytes`. Redirects are not followed. If the
 * receiver switches protocols, the connection is closed, and the status is 101.
 */
export function exchange({ method, url, headers, body, maxBytes, addresses, signal, ca }: Exchange): Promise<Received> {
  const { request } = url.protocol === 'https:' ? https : http;
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers,
      agent: false,
      lookup,
      signal,
      ...(ca !== undefined && { ca }),
    });
    const closed = (): void => reject(new Error('The connection was closed before the end of the response.'));
    let interim = 0;
    sent.on('error', reject);
    sent.on('close', closed);
    sent.on('information', () => {
      interim += 1;
      if (interim > maxInterim) sent.destroy(new Error('The receiver sent too many interim responses.'));
    });
    sent.on('upgrade', ({ statusCode = 101, headers: received }, socket) => {
      resolve({ status: statusCode, headers: received, body: Buffer.alloc(0) });
      socket.destroy();
    });
    sent.on('response', (response) => {
      // The end of the connection can be the end of the body, so from here on the response decides.
      sent.off('close', closed);
      const chunks: Buffer[] = [];
      let length = 0;
      const end = (): void => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        sent.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= maxBytes) end();
      });
      response.on('end', end);
      response.on('error', reject);
      response.on('close', closed);
    });
    sent.end(body);
  });
}
