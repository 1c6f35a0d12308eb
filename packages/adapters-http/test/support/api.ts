import { expect } from 'chai';
import { sendRequest, type TestRequest, type TestResponse } from '../../src/testing.ts';
import { expectDocumented } from './document.ts';

/** A response without its envelope. */
export interface ApiResponse<Data> {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly code: number;
  readonly message: string;
  /** The reason of the error; undefined if the request succeeded. */
  readonly reason: string | undefined;
  readonly errors: unknown;
  /** The `data` in the envelope. Its type is not checked at run time. */
  readonly data: Data;
}

type Headers = Readonly<Record<string, string>>;
type Call = <Data = unknown>(path: string, body?: unknown, headers?: Headers) => Promise<ApiResponse<Data>>;

/** Sends requests, with the token if it is defined. Paths are relative to `/api`, except those of other standards. */
export interface Api {
  readonly url: string;
  readonly token: string | undefined;
  /** Returns an `Api` for the same server with another token. */
  readonly as: (token: string) => Api;
  readonly send: (method: string, ...call: Parameters<Call>) => Promise<ApiResponse<unknown>>;
  readonly get: <Data = unknown>(path: string, headers?: Headers) => Promise<ApiResponse<Data>>;
  readonly post: Call;
  readonly put: Call;
  readonly patch: Call;
  readonly delete: Call;
}

/** Sends a request, and checks the response against the API document. */
export async function sendDocumented(url: string, request: TestRequest = {}): Promise<TestResponse> {
  const response = await sendRequest(url, request);
  expectDocumented(request.method ?? 'GET', url, response);
  return response;
}

const bodyOf = (value: unknown): string | Uint8Array | undefined =>
  value === undefined || typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value);

/** The first segments of the routes outside `/api`. */
const outside = /^\/(?:\.well-known|oauth2|access\/v1)\//;

export function apiAt(url: string, token?: string): Api {
  const call =
    (method: string): Call =>
    async (path, body, headers = {}) => {
      const address = `${url}${outside.test(path) ? '' : '/api'}${path}`;
      const response = await sendDocumented(address, {
        method,
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: bodyOf(body),
      });
      return apiResponseOf(response, new URL(address).pathname);
    };
  return {
    url,
    token,
    as: (other) => apiAt(url, other),
    send: (method, ...parts) => call(method)(...parts),
    get: (path, headers) => call('GET')(path, undefined, headers),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

function apiResponseOf<Data>({ status, ok, headers, text }: TestResponse, pathname: string): ApiResponse<Data> {
  const type = headers.get('Content-Type');
  if (outside.test(pathname)) {
    const body = type?.startsWith('application/json') === true ? JSON.parse(text) : text;
    return { status, headers, code: 0, message: text, reason: undefined, errors: null, data: body };
  }
  const isJson = type === 'application/json; charset=utf-8' && text !== '';
  const { code = 0, message = '', reason, errors, data = text } = isJson ? JSON.parse(text) : {};
  if (!ok && status !== 304) {
    expect(JSON.parse(text)).to.include({ success: false, statusCode: status, path: pathname });
  }
  return { status, headers, code, message, reason, errors, data };
}
