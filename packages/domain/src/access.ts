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

/** Returns what a caller lacks first. */
function missingOf(requirement: Requirement, grants: Grants): 'role' | 'permission' | undefined {
  const { anyRole = [], anyPermission = [], allPermissions = [] } = requirement;
  const holds = (code: string): boolean => grants.permissions.includes(code);
  const hasRole = anyRole.length === 0 || anyRole.some((code) => grants.roles.includes(code));
  if (!hasRole && !anyPermission.some(holds)) return 'role';
  return allPermissions.every(holds) ? undefined : 'permission';
}

/** Whether the grants meet the requirement. */
export const isPermitted = (requirement: Requirement, grants: Grants): boolean =>
  missingOf(requirement, grants) === undefined;

/**
 * Checks the roles first, then the permissions.
 * @throws {BusinessError} role-required, permission-required
 */
export function requireAccess(requirement: Requirement, grants: Grants): void {
  switch (missingOf(requirement, grants)) {
    case 'role':
      throw new BusinessError('role-required', 'Your roles do not allow this.');
    case 'permission':
      throw new BusinessError('permission-required', 'Your permissions do not allow this.');
    default:
  }
}
