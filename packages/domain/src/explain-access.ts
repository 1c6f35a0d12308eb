import type { Permission } from './permission.ts';
import type { Role } from './role.ts';
import { enabled, type Status } from './status.ts';

/** The fields of a role in the explanation of a user's access. */
export type RoleSummary = Pick<Role, 'id' | 'code' | 'name' | 'status'>;

/** A permission, and the codes of the user's roles that are linked to it, whatever their status. */
export interface HeldPermission extends Pick<Permission, 'id' | 'code' | 'name' | 'status'> {
  readonly roles: readonly string[];
}

/** The roles and permissions that determine the access of one user. */
export interface Holdings {
  /** The status of the user. */
  readonly status: Status;
  readonly roles: readonly RoleSummary[];
  readonly permissions: readonly HeldPermission[];
}

export interface ExplainedAccess extends Holdings {
  readonly permissions: readonly (HeldPermission & {
    /** Whether the user holds the permission now. */
    readonly granted: boolean;
  })[];
}

/** Adds to each permission whether it is granted: the user, the permission and one of the roles must be enabled. */
export function explainAccess({ status, roles, permissions }: Holdings): ExplainedAccess {
  const enabledRoles = new Set(roles.filter((role) => role.status === enabled).map(({ code }) => code));
  return {
    status,
    roles,
    permissions: permissions.map((permission) => ({
      ...permission,
      granted:
        status === enabled && permission.status === enabled && permission.roles.some((code) => enabledRoles.has(code)),
    })),
  };
}
