import { expect } from 'chai';
import { expectDocumentedError } from './document.ts';

/** The envelope of a response. */
export interface Answer<Data> {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly errors: unknown;
  /** Its type is the caller's expectation. */
  readonly data: Data;
}

type Headers = Readonly<Record<string, string>>;
type Call = <Data = unknown>(path: string, body?: unknown, headers?: Headers) => Promise<Answer<Data>>;

/** Sends requests with one token, or without; paths are below `/api`. */
export interface Api {
  readonly url: string;
  /** The same server with another token. */
  readonly as: (token: string) => Api;
  readonly send: (method: string, ...call: Parameters<Call>) => Promise<Answer<unknown>>;
  readonly get: <Data = unknown>(path: string, headers?: Headers) => Promise<Answer<Data>>;
  readonly post: Call;
  readonly patch: Call;
}

export function apiAt(url: string, token?: string): Api {
  const call =
    (method: string): Call =>
    async <Data>(path: string, body?: unknown, headers: Headers = {}) => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      });
      return answerOf<Data>(response, method, new URL(response.url).pathname);
    };
  return {
    url,
    as: (other) => apiAt(url, other),
    send: (method, ...parts) => call(method)(...parts),
    get: (path, headers) => call('GET')(path, undefined, headers),
    post: call('POST'),
    patch: call('PATCH'),
  };
}

/** Every error is checked against the API document and the envelope. */
async function answerOf<Data>(response: Response, method: string, pathname: string): Promise<Answer<Data>> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('Content-Type') === 'application/json; charset=utf-8';
  const body = isJson ? JSON.parse(text) : { code: 0, message: '', errors: null, data: text };
  if (response.ok) return { status, ...body };
  expectDocumentedError(method, pathname, status, body);
  expect(body).to.include({ success: false, statusCode: status, path: pathname });
  return body.errors === undefined ? { status, ...body, errors: undefined } : { status, ...body };
}
