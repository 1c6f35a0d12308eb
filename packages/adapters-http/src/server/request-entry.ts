import { randomUUID } from 'node:crypto';
import { BusinessError, type Refusal, type UserId } from '@portcullis/domain';
import { HttpError, type HttpErrorKind } from '../answers/http-error.ts';
import { report } from '../answers/report.ts';

/** What the log and the metrics learn of one request: never a body, a header, a query or an address. */
export interface RequestEntry extends Partial<Failure> {
  readonly requestId: string;
  /** Absent where the request could not be read. */
  readonly method: string | undefined;
  /** The route's template, such as `/api/users/:id`; absent for an unknown route. */
  readonly route: string | undefined;
  /** The path, without its query, where no route matches. It may hold secrets. */
  readonly path?: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}

/** What there is to tell of a request that failed. */
export interface Failure {
  /** Whose request it was, or whose account it tried. */
  readonly userId: UserId | undefined;
  /** Business code. */
  readonly code: number;
  /** Many share a code; absent for a fault of ours. */
  readonly refusal: Refusal | HttpErrorKind | undefined;
  /** The limit that was reached. */
  readonly limit: string | undefined;
  /** The internal error itself, for the log; the client gets a fixed message. */
  readonly fault: unknown;
}

export function failureOf(error: unknown): Failure {
  const { code } = report(error);
  if (error instanceof BusinessError) {
    return { userId: error.about, code, refusal: error.refusal, limit: undefined, fault: undefined };
  }
  if (error instanceof HttpError) {
    return { userId: error.about, code, refusal: error.kind, limit: error.limit, fault: undefined };
  }
  return { userId: undefined, code, refusal: undefined, limit: undefined, fault: error };
}

const requestIdForm = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's name for a request where it is one, else a new one. */
export const requestIdOf = (sent: string): string => (requestIdForm.test(sent) ? sent : randomUUID());
