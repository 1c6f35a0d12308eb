/** Every way a request is turned away before it reaches a use case. */
export type EdgeProblem =
  | 'unknown-route'
  | 'method-not-allowed'
  | 'malformed-body'
  | 'invalid-request'
  | 'body-too-large'
  | 'body-too-slow'
  | 'unsupported-media-type'
  | 'too-many-requests'
  | 'token-missing'
  | 'token-invalid'
  | 'token-expired'
  | 'not-ready';

/** A request turned away at the edge; `errors` and `headers` go to the client with the message. */
export class EdgeRefusal extends Error {
  override readonly name = 'EdgeRefusal';
  readonly problem: EdgeProblem;
  readonly errors: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    problem: EdgeProblem,
    message: string,
    { errors = null, headers = {} }: { errors?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.problem = problem;
    this.errors = errors;
    this.headers = headers;
  }
}
