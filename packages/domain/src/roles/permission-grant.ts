import type { Condition } from '../conditions/condition.ts';
import type { PermissionId } from '../shared/ids.ts';

/** A permission of a role. */
export interface PermissionGrant {
  readonly permissionId: PermissionId;
  /** The role gives the permission only for resources for which the condition is true. Null: for all. */
  readonly condition: Condition | null;
}

/** A permission of a role that has a condition, as events record it. */
export interface RecordedCondition extends PermissionGrant {
  readonly condition: Condition;
}

/** Whether two conditions consist of the same parts in the same order. */
const isSameCondition = (a: Condition | null, b: Condition | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the permissions that have a condition, sorted by id. */
export const recordedConditions = (grants: readonly PermissionGrant[]): readonly RecordedCondition[] =>
  grants
    .flatMap(({ permissionId, condition }) => (condition === null ? [] : [{ permissionId, condition }]))
    .toSorted((a, b) => (a.permissionId < b.permissionId ? -1 : 1));

/** Returns the grants in `after` whose condition differs from the one that the permission has or gets without one. */
export const changedConditions = (
  before: readonly PermissionGrant[],
  after: readonly PermissionGrant[],
): readonly PermissionGrant[] => {
  const conditions = new Map(before.map(({ permissionId, condition }) => [permissionId, condition]));
  return after.filter(
    ({ permissionId, condition }) => !isSameCondition(condition, conditions.get(permissionId) ?? null),
  );
};
