import { StoreFailure, type StoreFailureKind } from '@portcullis/application';
import { MediaStoreFailure } from '@portcullis/application/internal/ports/media-files';
import { BusinessError } from '@portcullis/domain';
import { reasonOf, wireErrorOf, type ErrorKind, type Reason, type WireError } from './error-table.ts';
import { HttpError, overloadedMessage } from './http-error.ts';

/** The parts of an error body that depend on the error. */
export interface ErrorReport extends WireError {
  readonly reason: Reason;
  readonly message: string;
  readonly errors: unknown;
}

/** Returns the body of an error response. */
export const failure = ({ code, status, message, reason, errors }: ErrorReport, path: string) => ({
  code,
  success: false,
  statusCode: status,
  message,
  reason,
  errors,
  timestamp: new Date().toISOString(),
  path,
});

/** The error that is thrown when a service other than the database fails. */
export class ExternalServiceFailure extends Error {
  override readonly name = 'ExternalServiceFailure';
}

const isExternal = (error: unknown): boolean =>
  error instanceof ExternalServiceFailure || error instanceof MediaStoreFailure;

const storeErrorKinds = {
  failed: 'database-failure',
  overloaded: 'overloaded',
  'outcome-unknown': 'outcome-unknown',
} as const satisfies Record<StoreFailureKind, ErrorKind>;

function kindOf(error: unknown): ErrorKind {
  if (error instanceof BusinessError) return error.refusal;
  if (error instanceof HttpError) return error.kind;
  if (error instanceof StoreFailure) return storeErrorKinds[error.kind];
  return isExternal(error) ? 'external-service-failure' : 'internal-error';
}

/** Converts any error to the parts of an error body. */
export function errorReportOf(error: unknown): ErrorReport {
  const reason = reasonOf(kindOf(error));
  return { ...wireErrorOf(reason), reason, ...messageAndDetailsOf(error) };
}

function messageAndDetailsOf(error: unknown): Pick<ErrorReport, 'message' | 'errors'> {
  if (error instanceof BusinessError) return { message: error.message, errors: error.details ?? null };
  if (error instanceof HttpError) return { message: error.message, errors: error.errors };
  return { message: messageOf(error), errors: null };
}

const storeMessages = {
  failed: 'The database did not answer. Nothing was changed. Please try again.',
  overloaded: overloadedMessage,
  'outcome-unknown':
    'The connection to the database was lost while the change was stored. Please check whether it was made before you try again.',
} satisfies Record<StoreFailureKind, string>;

/** Returns a fixed message for a client, which contains no details of the error. */
function messageOf(error: unknown): string {
  if (error instanceof StoreFailure) return storeMessages[error.kind];
  return isExternal(error)
    ? 'A service that this one needs did not answer. Please try again.'
    : 'Something went wrong on our side.';
}
