import { StoreFailure } from '@portcullis/application';
import { BusinessError } from '@portcullis/domain';
import { EdgeRefusal } from './edge-refusal.ts';
import type { ErrorReport } from './envelope.ts';
import { errorTable } from './error-table.ts';

/** Whether an error is a fault of ours, to be logged whole: a client learns nothing of it (specification, section 7.8). */
export const isFault = (error: unknown): boolean => !(error instanceof BusinessError || error instanceof EdgeRefusal);

/** What a client learns of any error. */
export function report(error: unknown): ErrorReport {
  if (error instanceof BusinessError) {
    return { ...errorTable[error.refusal], message: error.message, errors: error.details ?? null };
  }
  if (error instanceof EdgeRefusal) {
    return { ...errorTable[error.problem], message: error.message, errors: error.errors };
  }
  if (error instanceof StoreFailure) {
    const message = 'The database did not answer. Please try again.';
    return { ...errorTable['database-failure'], message, errors: null };
  }
  return { ...errorTable['internal-error'], message: 'Something went wrong on our side.', errors: null };
}
