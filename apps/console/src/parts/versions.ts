import { PortcullisError } from '@portcullis/client';

/** Stored values and the version that they had when they were read. */
export interface VersionedValues<Values> {
  readonly values: Values;
  readonly version: number;
  readonly updatedAt: string;
}

/** The header of a change that the service refuses if the resource has another version. */
export const ifVersion = (version: number) => ({ 'If-Match': `"${version}"` });

/** The header of a change that is right for every version. A service with REQUIRE_IF_MATCH refuses changes without a header. */
export const ifAnyVersion = { 'If-Match': '*' };

export const isVersionConflict = (error: unknown): boolean =>
  error instanceof PortcullisError && error.reason === 'version-changed';
