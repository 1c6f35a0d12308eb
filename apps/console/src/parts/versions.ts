import { PortcullisError, type Schemas } from '@portcullis/client';

/** Stored values and the version that they had when they were read. */
export interface VersionedValues<Values> {
  readonly values: Values;
  readonly version: number;
  readonly updatedAt: string;
}

/** Returns the header with which the service refuses a change if the resource has another version. */
export const ifVersion = (version: number) => ({ 'If-Match': `"${version}"` });

/** The header of a change that is valid for every version. A service with REQUIRE_IF_MATCH refuses changes without a header. */
export const ifAnyVersion = { 'If-Match': '*' };

/** Why the service has refused a change: who has changed the resource meanwhile, and which fields. */
export type VersionConflict = Schemas['VersionConflict'];

/** @returns the details of a change that was refused because the resource has another version; undefined for other errors. */
export function versionConflictOf(error: unknown): VersionConflict | undefined {
  if (!(error instanceof PortcullisError) || error.reason !== 'version-changed') return undefined;
  const { errors } = error;
  return errors !== null && 'current' in errors ? errors : undefined;
}
