import { StoreFailure } from '@portcullis/application';
import { BusinessError, type Refusal } from '@portcullis/domain/internal/shared/errors';
import type { ApiKeyId, UserId } from '@portcullis/domain/internal/shared/ids';
import { HttpError, type HttpErrorKind } from '../responses/http-error.ts';
import { errorReportOf } from '../responses/error-report.ts';

/**
 * The log entry of one request, which is also used for the metrics. It contains no body, query or client IP address,
 * and no header except `X-Request-Id`.
 */
export interface RequestEntry extends Partial<Failure> {
  readonly requestId: string;
  /** Undefined if the request could not be parsed. */
  readonly method: string | undefined;
  /** The path template of the route, such as `/api/users/:id`. Undefined for an unknown route. */
  readonly route: string | undefined;
  /** The path without the query. Set only if no route has this path, because the path of a route may contain secrets. */
  readonly path?: string | undefined;
  readonly status: number;
  /** The API key that authenticated the request. */
  readonly apiKeyId?: ApiKeyId | undefined;
  /** Milliseconds until the response was ready, or until a stream began. */
  readonly durationMs: number;
  /** Milliseconds from the beginning of a stream to its end; undefined for other responses. */
  readonly openMs?: number | undefined;
}

/**
 * The fields of the log entry of a failed request. Of these fields, the entry of a successful request can contain only
 * `userId`.
 */
export interface Failure {
  /** The user who sent the request, or the user whose account the request concerns. */
  readonly userId: UserId | undefined;
  /** The business code of the error response (docs/interface.md §7). */
  readonly code: number;
  /** The kind of error, by which the metrics count errors; undefined for other internal errors. */
  readonly refusal: Refusal | HttpErrorKind | 'outcome-unknown' | undefined;
  /** The name of the rate limit that was reached. */
  readonly limit: string | undefined;
  /** The internal error. It is only logged; the client gets a fixed message. */
  readonly internalError: unknown;
}

export function failureOf(error: unknown): Failure {
  const { code } = errorReportOf(error);
  if (error instanceof BusinessError) {
    return { userId: error.about, code, refusal: error.refusal, limit: undefined, internalError: undefined };
  }
  if (error instanceof HttpError) {
    return { userId: error.about, code, refusal: error.kind, limit: error.limit, internalError: undefined };
  }
  if (error instanceof StoreFailure && error.kind === 'overloaded') {
    return { userId: undefined, code, refusal: 'overloaded', limit: undefined, internalError: undefined };
  }
  const isUnknown = error instanceof StoreFailure && error.kind === 'outcome-unknown';
  const refusal = isUnknown ? 'outcome-unknown' : undefined;
  return { userId: undefined, code, refusal, limit: undefined, internalError: error };
}
