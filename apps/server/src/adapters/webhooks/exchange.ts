import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';

interface Exchange {
  readonly url: URL;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: string;
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
  /** The beginning of the body, at most about 64 KB. */
  readonly body: Buffer;
}

const maxReadBytes = 64 * 1024;

/** Sends a POST request on a new connection, and reads up to about 64 KB of the body. Redirects are not followed. */
export function exchange({ url, headers, body, addresses, signal, ca }: Exchange): Promise<Received> {
  const { request } = url.protocol === 'https:' ? https : http;
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers,
      agent: false,
      lookup,
      signal,
      ...(ca !== undefined && { ca }),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const end = (): void => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        sent.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= maxReadBytes) end();
      });
      response.on('end', end);
      response.on('error', reject);
      response.on('aborted', () => reject(new Error('The connection was closed before the end of the response.')));
    });
    sent.end(body);
  });
}
