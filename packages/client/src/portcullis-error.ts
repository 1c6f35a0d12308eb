import type { components } from './openapi.ts';

type Responses = components['responses'];

/** The body of a refusal (specification, section 2.1). */
type Refusal = Responses[keyof Responses]['content']['application/json'];

/** Every business code that a refusal can carry (specification, section 7). */
export type ErrorCode = Refusal['code'];

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'code' in body && 'errors' in body && 'message' in body;

/** What the service answered instead of what was asked for. A request that was never answered fails as `fetch` does. */
export class PortcullisError extends Error {
  override readonly name = 'PortcullisError';
  /** The business code; undefined where something in between has answered, such as a proxy. */
  readonly code: ErrorCode | undefined;
  /** The HTTP status. */
  readonly status: number;
  /** The fields at fault or the ids that do not exist, where that is what is wrong. */
  readonly errors: Refusal['errors'];
  /** What the log of the service calls this request. */
  readonly requestId: string | undefined;

  constructor({ status, statusText, headers }: Response, body: unknown, options?: ErrorOptions) {
    const refusal = isRefusal(body) ? body : undefined;
    super(refusal?.message ?? `Unexpected answer: ${status} ${statusText}`, options);
    this.code = refusal?.code;
    this.status = status;
    this.errors = refusal?.errors ?? null;
    this.requestId = headers.get('X-Request-Id') ?? undefined;
  }
}
