import { BusinessError } from './errors.ts';
import type { Id } from './ids.ts';
import { compareText } from './tree.ts';

/**
 * The version of a resource that was just created. Each change that clients can see increments the version.
 * @example
 * const versioned: Versioned = { version: firstVersion, updatedAt: new Date() };
 */
export const firstVersion = 1;

/** The version of a stored resource and the time of its last change. */
export interface Versioned {
  readonly version: number;
  readonly updatedAt: Date;
}

/** The fields that every stored resource with a version has. */
export interface Entity<EntityId extends Id<string> = Id<string>> extends Versioned {
  readonly id: EntityId;
  readonly createdAt: Date;
}

/** The versions of a resource that a client accepts for a write: any version, or only the listed ones. */
export type VersionCondition = 'any' | readonly number[];

/**
 * Returns a stored resource if it has a version that the client accepts. The resource must be locked. Without a lock,
 * several concurrent writes with the same condition could succeed.
 * @param condition if undefined, every version is accepted
 * @throws {BusinessError} version-changed, with the current version in its details
 */
export function requireVersion<Stored extends Versioned & Pick<Entity, 'id'>>(
  stored: Stored,
  condition: VersionCondition | undefined,
): Stored {
  const { id, version: current, updatedAt } = stored;
  if (condition === undefined || condition === 'any' || condition.includes(current)) return stored;
  const conflict = { current, updatedAt, updatedBy: null };
  const seen = condition.filter((version) => version < current).toSorted((a, b) => b - a)[0];
  throw new BusinessError('version-changed', 'This has been changed in the meantime.', conflict, {
    outdated: { id, current, updatedAt, seen },
  });
}

/**
 * Whether two values of a field have equal JSON, so that replacing one by the other changes nothing. The order of keys is
 * ignored, because the database does not preserve it.
 */
export const isSameJson = (one: unknown, other: unknown): boolean => sortedJson(one) === sortedJson(other);

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner !== 'object' || inner === null || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => compareText(a, b))),
  );
