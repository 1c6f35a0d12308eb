import type { Verb } from './calls.ts';
import type { components } from './openapi.ts';

/** The body of an error response. */
type ErrorBody = components['schemas']['Error'];

/** The business codes of errors. */
export type ErrorCode = ErrorBody['code'];

/** The reasons of errors. Several reasons can have the same business code. */
export type ErrorReason = ErrorBody['reason'];

/** The request that failed. */
interface FailedRequest {
  readonly verb: Verb;
  readonly path: string;
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'errors' in body && 'message' in body;

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/**
 * An error response of the service. Without a response, the request fails with the error of `fetch` instead.
 * @example
 * const portcullis = createClient();
 * await portcullis.delete('/api/tags/{id}', { params: { path: { id: 'no-id' } } }).catch((error: unknown) => {
 *   if (!(error instanceof PortcullisError)) throw error; // There is no response: this is the error of fetch.
 *   if (error.reason !== 'tag-not-found') alert(error.message);
 * });
 */
export class PortcullisError extends Error {
  override readonly name = 'PortcullisError';
  /** The business code; undefined if the response does not come from the service but, for example, from a proxy. */
  readonly code: ErrorCode | undefined;
  /** The reason of the error; undefined if `code` is undefined. */
  readonly reason: ErrorReason | undefined;
  /** The HTTP method of the request, such as `PATCH`. */
  readonly method: Uppercase<Verb>;
  /** The path of the operation in the API document, such as `/api/roles/{id}`. */
  readonly path: string;
  /** The HTTP status. */
  readonly status: number;
  /** Details, such as the invalid fields or the ids that do not exist; null for most errors. */
  readonly errors: ErrorBody['errors'];
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next attempt; undefined if the response does not say so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ verb, path }: FailedRequest, { status, statusText, headers }: Response, body: unknown) {
    const error = isErrorBody(body) ? body : undefined;
    super(error?.message ?? `Unexpected response: ${status} ${statusText}`);
    this.code = error?.code;
    this.reason = error?.reason;
    this.method = methods[verb];
    this.path = path;
    this.status = status;
    this.errors = error?.errors ?? null;
    this.requestId = headers.get('X-Request-Id') ?? undefined;
    const retryAfter = headers.get('Retry-After');
    this.retryAfterSeconds = retryAfter === null || Number.isNaN(Number(retryAfter)) ? undefined : Number(retryAfter);
  }
}

/**
 * Returns the challenge of a login that needs a second factor, or undefined for any other error.
 * @example
 * const portcullis = createClient();
 * await portcullis.login({ username: 'ada', password: 'hTv2kq…' }).catch(async (error: unknown) => {
 *   const found = factorChallengeOf(error);
 *   if (found === undefined) throw error;
 *   await portcullis.loginWithFactor({ challenge: found.challenge, code: prompt('Code') ?? '' });
 * });
 */
export function factorChallengeOf(error: unknown): components['schemas']['FactorChallenge'] | undefined {
  if (!(error instanceof PortcullisError) || error.errors === null) return undefined;
  return 'challenge' in error.errors ? error.errors : undefined;
}

/**
 * Returns whether the operation needs `POST /api/auth/step-up` first, for a recent authentication or a second factor.
 * An error of `POST /api/auth/step-up` itself does not count: its reason is also `code-required` if a password was sent
 * but a code is needed.
 */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof PortcullisError &&
  (error.reason === 'step-up-required' || (error.reason === 'code-required' && error.path !== '/api/auth/step-up'));

/** Whether the service refused a call because the user lacks a role or a permission. */
export const isRightMissing = (error: unknown): boolean =>
  error instanceof PortcullisError && (error.reason === 'role-required' || error.reason === 'permission-required');
