import { orNotFound, type PermissionId, type RoleId } from '@portcullis/domain';
import { replaceLinksWithin } from '../changes.ts';
import type { WorkDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface SetRolePermissionsInput {
  readonly roleId: RoleId;
  /** The new set of permissions. An empty list removes all of them. */
  readonly permissionIds: readonly PermissionId[];
}

/**
 * Replaces the permissions of a role, which may be a system role.
 * @returns the new set, sorted
 * @throws {BusinessError} role-not-found, unknown-permissions
 */
export const setRolePermissions =
  (deps: WorkDependencies) =>
  (input: SetRolePermissionsInput): Promise<readonly PermissionId[]> =>
    deps.work.run((tx) => setRolePermissionsWithin(tx, input));

export type SetRolePermissions = ReturnType<typeof setRolePermissions>;

/** Does the same as `setRolePermissions` within a transaction of the caller. */
export async function setRolePermissionsWithin(
  tx: Transaction,
  { roleId, permissionIds }: SetRolePermissionsInput,
): Promise<readonly PermissionId[]> {
  orNotFound(await tx.roles.lock(roleId), 'role-not-found');
  return replaceLinksWithin(roleId, permissionIds, {
    read: tx.roles.permissionsOf,
    write: tx.roles.setPermissions,
    targets: tx.permissions,
    unknown: 'unknown-permissions',
    noun: 'permission',
  });
}
