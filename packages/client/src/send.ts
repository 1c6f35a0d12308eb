import createHttp from 'openapi-fetch';
import type { RequestOptions, Verb } from './calls.ts';
import { PortcullisError } from './portcullis-error.ts';
import { parseJson, type Tokens } from './tokens.ts';
import { ifVersion } from './versions.ts';

/** A function that sends a request, with the signature of `fetch` for a `Request`. */
export type Fetch = (request: Request) => Promise<Response>;

/** Options of one request. */
export interface SendOptions extends RequestOptions {
  /** Sends this request instead of the function `fetch` of the client. */
  readonly fetchResponse?: Fetch;
  /** The version that the client has read, for `If-Match` unless the caller has set this header. */
  readonly knownVersion?: number | undefined;
}

interface AnyOperation {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } };
}

/**
 * Sends one request with these tokens. Returns the `data` of the envelope, or the whole body if it has no envelope.
 * @throws {PortcullisError} if the service returns an error
 * @throws {TypeError} from `fetch`, if there is no response
 */
export type Send = (verb: Verb, path: string, options: SendOptions, tokens?: Tokens) => Promise<unknown>;

/** Creates a function that sends one request per call, without storing or renewing tokens. */
export function sender(baseUrl: string, fetch: Fetch): Send {
  const http = createHttp<Record<string, Record<Verb, AnyOperation>>>({
    baseUrl,
    // The default style of OpenAPI: each property of an object is a parameter, such as `attributes.department`.
    querySerializer: { object: { style: 'form', explode: true } },
  });
  return async (verb, path, { idempotencyKey, knownVersion, fetchResponse = fetch, ...options }, tokens) => {
    const { data, error, response } = await http.request(verb, path, {
      ...options,
      parseAs: 'text',
      fetch: (request) => {
        if (tokens !== undefined) request.headers.set('Authorization', `Bearer ${tokens.accessToken}`);
        // A misspelt parameter must be an error, because the service would otherwise ignore it.
        if (request.url.includes('?')) request.headers.set('Prefer', 'handling=strict');
        if (idempotencyKey !== undefined) request.headers.set('Idempotency-Key', idempotencyKey);
        if (knownVersion !== undefined && !request.headers.has('If-Match')) {
          request.headers.set('If-Match', ifVersion(knownVersion)['If-Match']);
        }
        return fetchResponse(request);
      },
    });
    const body = data === undefined ? error : parseJson(data);
    if (!response.ok || typeof body !== 'object' || body === null) {
      throw new PortcullisError({ verb, path }, response, body);
    }
    return 'code' in body && 'data' in body ? body.data : body;
  };
}
