import type { Permission } from './permission.ts';
import type { Role } from './role.ts';
import { enabled, type Status } from './status.ts';

/** The fields of a role in the explanation of a user's access. */
export type RoleSummary = Pick<Role, 'id' | 'code' | 'name' | 'status' | 'requiresFactor'>;

/** A permission, and the codes of the user's roles that are linked to it, including disabled roles. */
export interface AssignedPermission extends Pick<Permission, 'id' | 'code' | 'name' | 'status'> {
  readonly roles: readonly string[];
}

/** The roles and permissions that determine the access of one user. */
export interface AssignedAccess {
  /** The status of the user. */
  readonly status: Status;
  readonly roles: readonly RoleSummary[];
  readonly permissions: readonly AssignedPermission[];
}

export interface ExplainedAccess extends AssignedAccess {
  readonly permissions: readonly (AssignedPermission & {
    /** Whether the user holds the permission now. */
    readonly granted: boolean;
    /**
     * Whether every enabled role that grants the permission requires a second factor. If true, the user has the
     * permission only in sessions with a second factor. False if the permission is not granted.
     */
    readonly needsFactor: boolean;
  })[];
}

/**
 * Adds to each permission whether it is granted and whether it needs a second factor. A permission is granted if the
 * user, the permission and at least one of the user's roles with this permission are enabled.
 */
export function explainAccess({ status, roles, permissions }: AssignedAccess): ExplainedAccess {
  const enabledRoles = new Map(roles.filter((role) => role.status === enabled).map((role) => [role.code, role]));
  return {
    status,
    roles,
    permissions: permissions.map((permission) => {
      const granting = permission.roles.flatMap((code) => enabledRoles.get(code) ?? []);
      const granted = status === enabled && permission.status === enabled && granting.length > 0;
      return { ...permission, granted, needsFactor: granted && granting.every((role) => role.requiresFactor) };
    }),
  };
}
