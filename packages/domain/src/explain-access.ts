import { isEffective, pathConditions } from './effective-access.ts';
import type { Permission } from './permission.ts';
import type { GrantPeriod } from './role-grant.ts';
import type { Role } from './role.ts';
import type { Status } from './status.ts';

/** The fields of a role in the explanation of a user's access. */
export type RoleSummary = Pick<Role, 'id' | 'code' | 'name' | 'status' | 'requiresFactor'>;

/** A role of a user, and the period in which the user has it. */
export interface AssignedRole extends RoleSummary, GrantPeriod {}

/** A permission, and the codes of the user's roles that are linked to it, including disabled roles. */
export interface AssignedPermission extends Pick<Permission, 'id' | 'code' | 'name' | 'status'> {
  readonly roles: readonly string[];
}

/** The roles and permissions that determine the access of one user. */
export interface AssignedAccess {
  /** The status of the user. */
  readonly status: Status;
  /** All roles of the user, including disabled ones and those whose grant is not in force. */
  readonly roles: readonly AssignedRole[];
  readonly permissions: readonly AssignedPermission[];
  /** The time to which the periods of the roles are compared. */
  readonly readAt: Date;
}

export interface ExplainedAccess extends Pick<AssignedAccess, 'status'> {
  readonly roles: readonly RoleSummary[];
  readonly permissions: readonly (AssignedPermission & {
    /** Whether the user holds the permission now. */
    readonly granted: boolean;
    /**
     * Whether every effective role that grants the permission requires a second factor. If true, the user has the
     * permission only in sessions with a second factor. False if the permission is not granted.
     */
    readonly needsFactor: boolean;
  })[];
}

/**
 * Adds to each permission whether it is granted and whether it needs a second factor. A permission is granted if a path
 * from the user to it is effective in a session with a second factor.
 */
export function explainAccess({ status, roles, permissions, readAt }: AssignedAccess): ExplainedAccess {
  const effectiveRoles = roles.filter(
    (role) =>
      isEffective(pathConditions.grant, { ...role, now: readAt }) &&
      isEffective(pathConditions.role, { ...role, hasFactor: true }),
  );
  const userIsEffective = isEffective(pathConditions.user, { status });
  return {
    status,
    roles: roles.map(({ validFrom: _from, validUntil: _until, ...role }) => role),
    permissions: permissions.map((permission) => {
      const granting = effectiveRoles.filter(({ code }) => permission.roles.includes(code));
      const granted = userIsEffective && isEffective(pathConditions.permission, permission) && granting.length > 0;
      return { ...permission, granted, needsFactor: granted && granting.every((role) => role.requiresFactor) };
    }),
  };
}
