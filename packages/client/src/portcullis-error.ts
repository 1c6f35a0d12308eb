import type { Verb } from './calls.ts';
import type { components } from './openapi.ts';

/** The body of an error response. */
type Refusal = components['schemas']['Error'];

/** Every business code that a refusal can carry (specification, section 7). */
export type ErrorCode = Refusal['code'];

/** The name of every refusal: many share a business code. */
export type ErrorReason = Refusal['reason'];

/** The request that was refused. */
interface Sent {
  readonly verb: Verb;
  readonly path: string;
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'code' in body && 'errors' in body && 'message' in body;

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** What the service answered instead of what was asked for. A request that was never answered fails as `fetch` does. */
export class PortcullisError extends Error {
  override readonly name = 'PortcullisError';
  /** The business code; undefined where something in between has answered, such as a proxy. */
  readonly code: ErrorCode | undefined;
  /** The name of the refusal; undefined where the code is. */
  readonly reason: ErrorReason | undefined;
  /** The HTTP method of the request, such as `PATCH`. */
  readonly method: Uppercase<Verb>;
  /** The path of the request as it was called, with the names of its parameters: `/api/roles/{id}`. */
  readonly path: string;
  /** The HTTP status. */
  readonly status: number;
  /** The fields at fault or the ids that do not exist, where that is what is wrong. */
  readonly errors: Refusal['errors'];
  /** What the log of the service calls this request. */
  readonly requestId: string | undefined;

  constructor({ verb, path }: Sent, { status, statusText, headers }: Response, body: unknown) {
    const refusal = isRefusal(body) ? body : undefined;
    super(refusal?.message ?? `Unexpected answer: ${status} ${statusText}`);
    this.code = refusal?.code;
    this.reason = refusal?.reason;
    this.method = methods[verb];
    this.path = path;
    this.status = status;
    this.errors = refusal?.errors ?? null;
    this.requestId = headers.get('X-Request-Id') ?? undefined;
  }
}
