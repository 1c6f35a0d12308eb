import { PortcullisError, type Schemas } from '@portcullis/client';

/** Stored values of a resource, its version number and the time of its last change, as the service returned them. */
export interface VersionedValues<Values> {
  readonly values: Values;
  readonly version: number;
  readonly updatedAt: string;
}

/** Returns the `If-Match` header. The service rejects the change if the resource no longer has this version number. */
export const ifVersion = (version: number) => ({ 'If-Match': `"${version}"` });

/**
 * An `If-Match` header that matches every version number. A service with REQUIRE_IF_MATCH rejects changes without an
 * `If-Match` header.
 */
export const ifAnyVersion = { 'If-Match': '*' };

/** The details of a rejected change: who has changed the resource meanwhile, and which fields were changed. */
export type VersionConflict = Schemas['VersionConflict'];

/**
 * @returns the details if the service rejected a change because the version number has changed; undefined for other
 * errors, and if the response contains no details.
 */
export function versionConflictOf(error: unknown): VersionConflict | undefined {
  if (!(error instanceof PortcullisError) || error.reason !== 'version-changed') return undefined;
  const { errors } = error;
  return errors !== null && 'current' in errors ? errors : undefined;
}
