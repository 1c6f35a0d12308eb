import type { UserId } from '@portcullis/domain';

/** Every way a request is turned away before it reaches a use case. */
export type EdgeProblem =
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

interface Particulars {
  /** For the client, with the message. */
  readonly errors?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log alone: the limit that was reached, and whose account was tried where it is not the caller's. */
  readonly limit?: string;
  readonly about?: UserId | undefined;
}

/** A request turned away at the edge. */
export class EdgeRefusal extends Error {
  override readonly name = 'EdgeRefusal';
  readonly problem: EdgeProblem;
  readonly errors: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit: string | undefined;
  readonly about: UserId | undefined;

  constructor(problem: EdgeProblem, message: string, { errors = null, headers = {}, limit, about }: Particulars = {}) {
    super(message);
    this.problem = problem;
    this.errors = errors;
    this.headers = headers;
    this.limit = limit;
    this.about = about;
  }
}
