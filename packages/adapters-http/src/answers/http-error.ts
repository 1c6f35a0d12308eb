import type { UserId } from '@portcullis/domain';

/** Kinds of errors that a request can have before it reaches a use case. */
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
  | 'not-ready';

interface HttpErrorOptions {
  /** `errors` of the response body. */
  readonly errors?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log: the name of the limit that was reached. */
  readonly limit?: string;
  /** For the log: the account that the request is about, if it is not the caller's. */
  readonly about?: UserId | undefined;
}

/** An error that is found before a use case runs. The message is shown to the client. */
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
