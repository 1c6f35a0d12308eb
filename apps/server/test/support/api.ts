import { sendRequest, type TestRequest, type TestResponse } from '@portcullis/adapters-http/internal/testing';
import { expect } from 'chai';
import { expectDocumented, isEnveloped, isStandard } from './contract.ts';
import { expectNoLeak } from './leaks.ts';
import { noteWrite } from './recorded-writes.ts';

/** A response of the service, whose envelope has been checked (docs/interface.md §2.1). */
export interface ApiResponse<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly code: number;
  readonly message: string;
  /** The reason of the refusal; `undefined` after a success. */
  readonly reason: string | undefined;
  /** The `errors` of an error response; null or absent otherwise. */
  readonly errors: unknown;
  /** The data of a success. The caller chooses the type, which is not checked here. */
  readonly data: Data;
}

type Headings = Readonly<Record<string, string>>;
type Call = <Data = unknown>(path: string, body?: unknown, headers?: Headings) => Promise<ApiResponse<Data>>;

/** Sends requests to the service as one caller. Paths are relative to `/api`, except those of other standards. */
export interface Api {
  readonly url: string;
  readonly token: string | undefined;
  /** Returns a client of another process of the service, for the same caller. */
  readonly at: (url: string) => Api;
  /** Returns a client with another token, or without a token. */
  readonly as: (token: string | undefined) => Api;
  /** Sends a request with any method, for tests that iterate over the list of routes. */
  readonly send: (method: string, ...call: Parameters<Call>) => Promise<ApiResponse<unknown>>;
  readonly get: <Data = unknown>(path: string, headers?: Headings) => Promise<ApiResponse<Data>>;
  readonly post: Call;
  readonly put: Call;
  readonly patch: Call;
  readonly delete: Call;
}

/** Sends a request, and validates the response against the API document. Every `Api` calls this function. */
export async function sendDocumented(url: string, request: TestRequest = {}): Promise<TestResponse> {
  const response = await sendRequest(url, request);
  const { method = 'GET' } = request;
  noteWrite(method, url, response);
  const { status, headers, text } = response;
  expectDocumented({ method, url, status, contentType: headers.get('Content-Type'), text });
  return response;
}

export function apiAt(url: string, token?: string): Api {
  const call =
    (method: string): Call =>
    async (path, body, headers = {}) => {
      const response = await sendDocumented(`${url}${isStandard(path) ? '' : '/api'}${path}`, {
        method,
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body:
          body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      });
      return envelopeOf(response, path);
    };
  return {
    url,
    token,
    at: (other) => apiAt(other, token),
    as: (other) => apiAt(url, other),
    send: (method, ...parts) => call(method)(...parts),
    get: (path, headers) => call('GET')(path, undefined, headers),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function envelopeOf<Data>(received: TestResponse, path: string): ApiResponse<Data> {
  const { status, headers, text } = received;
  expectNoLeak(path, text);
  if (isStandard(path)) {
    const data = headers.get('Content-Type')?.startsWith('application/json') === true ? JSON.parse(text) : text;
    return { status, headers, code: 0, message: text, reason: undefined, errors: null, data };
  }
  if (received.ok && !isEnveloped(path))
    return { status, headers, code: 0, message: '', reason: undefined, errors: null, data: text as Data };
  const body = JSON.parse(text === '' ? '{}' : text);
  const { code, message, reason, errors, data } = body;
  const response = { status, headers, code, message, reason, errors, data };
  if (status === 304) return response;
  const asked = path.split('?')[0];
  expect(headers.get('Content-Type')).to.equal('application/json; charset=utf-8');
  expect(headers.get('X-Request-Id')).to.match(/^[A-Za-z0-9_-]{1,64}$/);
  expect(body.timestamp, text).to.match(isoUtc);
  if (received.ok) {
    expect(body, text).to.have.all.keys('code', 'success', 'data', 'message', 'timestamp');
    expect(body).to.include({ code: 0, success: true, message: 'Success' });
  } else {
    expect(body, text).to.have.all.keys(
      'code',
      'success',
      'statusCode',
      'message',
      'reason',
      'errors',
      'timestamp',
      'path',
    );
    expect(body).to.include({ success: false, statusCode: status, path: `/api${asked}` });
  }
  return response;
}
