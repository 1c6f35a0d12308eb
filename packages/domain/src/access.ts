import { BusinessError } from './errors.ts';
import type { PermissionCode } from './permission.ts';

interface RolesAndPermissions {
  /** The caller must hold at least one of these role codes. */
  readonly anyRole?: readonly string[];
  readonly anyPermission?: never;
  /** The caller must hold all of these permission codes through roles. This also applies to the role ADMIN. */
  readonly allPermissions?: readonly PermissionCode[];
}

interface RoleOrPermission {
  /** The caller must hold at least one of these role codes, or one of `anyPermission`. */
  readonly anyRole: readonly string[];
  /** Permission codes that replace a role. The caller holds them through roles too. */
  readonly anyPermission: readonly PermissionCode[];
  readonly allPermissions?: never;
}

/** The roles and permissions that an operation requires. */
export type Requirement = RolesAndPermissions | RoleOrPermission;

/**
 * The result of a query that asks which of certain roles and permissions a caller currently holds. A disabled role or
 * permission is not held. A permission is held only through an enabled role. A permission that is not adopted is not held.
 */
export interface Grants {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /**
   * Whether the last authentication of the session is recent enough for the operation. Absent if the query did not ask
   * for this value.
   */
  readonly isRecent?: boolean;
}

/** A condition of a requirement: the caller must hold one of these roles or one of these permissions. */
export interface AccessCondition {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** Returns the conditions of a requirement, all of which must be met. The condition on roles comes first. */
export function conditionsOf({
  anyRole = [],
  anyPermission = [],
  allPermissions = [],
}: Requirement): readonly AccessCondition[] {
  const needsEither = anyRole.length + anyPermission.length > 0;
  return [
    ...(needsEither ? [{ roles: anyRole, permissions: anyPermission }] : []),
    ...allPermissions.map((code) => ({ roles: [], permissions: [code] })),
  ];
}

/** Returns the first condition that the grants do not meet. */
const firstUnmet = (requirement: Requirement, grants: Grants): AccessCondition | undefined =>
  conditionsOf(requirement).find(
    ({ roles, permissions }) =>
      !roles.some((code) => grants.roles.includes(code)) &&
      !permissions.some((code) => grants.permissions.includes(code)),
  );

/** Whether the grants meet the requirement. */
export const isPermitted = (requirement: Requirement, grants: Grants): boolean =>
  firstUnmet(requirement, grants) === undefined;

/**
 * Checks the roles first, then the permissions.
 * @throws {BusinessError} role-required, permission-required
 */
export function requireAccess(requirement: Requirement, grants: Grants): void {
  const unmet = firstUnmet(requirement, grants);
  if (unmet === undefined) return;
  if (unmet.roles.length > 0) throw new BusinessError('role-required', 'Your roles do not allow this.');
  throw new BusinessError('permission-required', 'Your permissions do not allow this.');
}
