import type { Permission } from './permission.ts';
import type { Role } from './role.ts';
import { enabled, type Status } from './status.ts';

/** A role as the explanation of an access shows it. */
export type RoleSummary = Pick<Role, 'id' | 'code' | 'name' | 'status'>;

/** A permission, and the codes of the user's roles that bring it, whatever their status. */
export interface HeldPermission extends Pick<Permission, 'id' | 'code' | 'name' | 'status'> {
  readonly roles: readonly string[];
}

/** Everything that decides about the access of one user. */
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

/** Adds to each permission whether it counts: the user, the permission and one of the roles must be enabled. */
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
