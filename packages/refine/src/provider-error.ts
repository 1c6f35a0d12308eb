import { PortcullisError, type ErrorReason } from '@portcullis/client';
import type { ValidationErrors } from '@refinedev/core';

/**
 * An error response of the service, in the form that refine shows to users.
 * @example
 * const provider = dataProvider(createClient());
 * await provider.deleteOne({ resource: 'roles', id: 'no-id' }).catch((error: unknown) => {
 *   if (error instanceof ProviderError && error.reason === 'role-not-found') return;
 *   throw error;
 * });
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly statusCode: number;
  /** The reason of the service, such as `version-changed`. */
  readonly reason: ErrorReason | undefined;
  /** The messages for the fields of a form. */
  readonly errors: ValidationErrors;

  constructor(error: PortcullisError) {
    super(error.message, { cause: error });
    this.statusCode = error.status;
    this.reason = error.reason;
    this.errors = fieldErrors(error.errors);
  }
}

function fieldErrors(errors: PortcullisError['errors']): ValidationErrors {
  if (!Array.isArray(errors)) return {};
  const messages: Record<string, string[]> = {};
  for (const each of errors) {
    if (typeof each === 'object' && 'field' in each)
      messages[each.field] = [...(messages[each.field] ?? []), each.message];
  }
  return messages;
}

/** Waits for a call. @throws {ProviderError} if the service returns an error */
export async function orProviderError<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof PortcullisError ? new ProviderError(error) : error;
  }
}
