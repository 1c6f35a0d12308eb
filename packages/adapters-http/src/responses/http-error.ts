import type { FieldError, UserId } from '@portcullis/domain';

/** Kinds of errors that adapters detect, most of them before a use case runs. */
export type HttpErrorKind =
  | 'unknown-route'
  | 'method-not-allowed'
  | 'malformed-request'
  | 'expectation-failed'
  | 'request-too-slow'
  | 'headers-too-large'
  | 'malformed-body'
  | 'validation-failed'
  | 'body-too-large'
  | 'body-too-slow'
  | 'unsupported-media-type'
  | 'too-many-requests'
  | 'token-missing'
  | 'token-invalid'
  | 'token-expired'
  | 'step-up-required'
  | 'api-key-refused'
  | 'api-key-read-only'
  | 'if-match-missing'
  | 'not-ready'
  | 'overloaded';

interface HttpErrorOptions {
  /** The value of `errors` in the response body. */
  readonly errors?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name of the rate limit that was reached, for the log. */
  readonly limit?: string;
  /** The account that the request concerns, for the log. */
  readonly about?: UserId | undefined;
}

/** The message of a request that is refused because the service or the store has no capacity. */
export const overloadedMessage = 'The service is busy. Please try again soon.';

/** An error that an adapter detects, usually before a use case runs. The response contains the message. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly kind: HttpErrorKind;
  readonly errors: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit: string | undefined;
  readonly about: UserId | undefined;

  constructor(
    kind: HttpErrorKind,
    message: string,
    { errors = null, headers = {}, limit, about }: HttpErrorOptions = {},
  ) {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.headers = headers;
    this.limit = limit;
    this.about = about;
  }
}

/** Returns the error of requests to an address at which there is nothing. */
export const unknownRoute = (): HttpError => new HttpError('unknown-route', 'There is nothing at this address.');

/** Returns the error of requests that cannot be served, for example while the service is starting or stopping. */
export const notReady = (): HttpError => new HttpError('not-ready', 'The service is not ready.');

/** Returns the error for a request whose values break their rules. */
export const validationFailed = (errors: readonly FieldError[]): HttpError =>
  new HttpError('validation-failed', 'Some of the values sent are not valid.', { errors });
