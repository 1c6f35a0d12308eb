import { BusinessError } from './errors.ts';

/** The version of a resource that was just created. It grows by 1 with each change of what the resource shows. */
export const firstVersion = 1;

/** The version of a stored resource and the time of its last change. */
export interface Versioned {
  readonly version: number;
  readonly updatedAt: Date;
}

/** The versions that a client accepts for a write: any, or one of these. */
export type VersionCondition = 'any' | readonly number[];

/**
 * Returns a stored resource if it has a version that the client accepts. The resource must be locked, so that of several
 * concurrent writes with the same condition only one succeeds.
 * @param condition if undefined, every version is accepted
 * @throws {BusinessError} version-changed, with the current version in its details
 */
export function requireVersion<Stored extends Versioned>(
  stored: Stored,
  condition: VersionCondition | undefined,
): Stored {
  const { version, updatedAt } = stored;
  if (condition === undefined || condition === 'any' || condition.includes(version)) return stored;
  throw new BusinessError('version-changed', 'This has been changed in the meantime.', { current: version, updatedAt });
}
