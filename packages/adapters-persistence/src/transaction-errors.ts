import { StoreFailure } from '@portcullis/application';
import { BusinessError } from '@portcullis/domain';
import { DatabaseError } from 'pg';
import { QueryFailedError, type TypeORMError } from 'typeorm';
import { isOverload, isUnavailable } from './postgres/unavailable.ts';
import type { ConstraintError, ConstraintErrors } from './resource-store.ts';

/** Returns the first error of a transaction. After it, PostgreSQL refuses every statement. */
export async function causeOf(last: TypeORMError, writes: readonly Promise<unknown>[]): Promise<unknown> {
  const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
  return failed?.status === 'rejected' ? failed.reason : last;
}

/**
 * Returns true if COMMIT was sent and its result is not known. The server has not rolled back the transaction as far as it
 * has reported.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof QueryFailedError) || notSent.test(error.message)) return false;
  return !(error.driverError instanceof DatabaseError) || isUnavailable(error.driverError);
}

/** The messages of `pg` if the connection was closed before the statement could be sent. */
const notSent = /is not queryable$/;

/** Converts the violation of a constraint to its `BusinessError`, and any other error to `StoreFailure`. */
export function storeError(cause: unknown, errors: ConstraintErrors): BusinessError | StoreFailure {
  const driverError: unknown = cause instanceof QueryFailedError ? cause.driverError : cause;
  const violation = driverError instanceof DatabaseError ? violationIn(driverError, errors) : undefined;
  const kind = isOverload(driverError) ? 'overloaded' : 'failed';
  return violation === undefined
    ? new StoreFailure('The transaction failed.', { kind, cause })
    : new BusinessError(violation.refusal, violation.message, violation.details, { cause });
}

/** The SQLSTATEs of PostgreSQL for a row that a CHECK or NOT NULL does not accept. */
const rowViolations: ReadonlySet<string | undefined> = new Set(['23514', '23502']);

function violationIn(
  { code, constraint = '', column = '', table = '', detail = '' }: DatabaseError,
  { named, rows }: ConstraintErrors,
): ConstraintError | undefined {
  const violation =
    named.get(constraint) ?? (rowViolations.has(code) ? rows.get(table)?.({ constraint, column }) : undefined);
  // Only the message of a removal names the column of the row to which others refer, in every language.
  return detail.includes('(id)=') ? (violation?.whenReferred ?? violation) : violation;
}
