import { orNotFound, replaceLinks, roleEvents, type Actor, type PermissionId, type RoleId } from '@portcullis/domain';
import { changeEntity, type ReplacedLinks } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface SetRolePermissionsInput extends IfMatchInput {
  readonly actor: Actor;
  readonly roleId: RoleId;
  /** The new permissions of the role. An empty list removes all permissions. */
  readonly permissionIds: readonly PermissionId[];
}

/**
 * Replaces the permissions of a role. System roles can also be changed.
 * @returns the new permissions and the new version of the role
 * @throws {BusinessError} role-not-found, version-changed, unknown-permissions
 */
export const setRolePermissions = inTransaction(
  async (
    tx: Uses<'roles' | 'permissions' | 'events'>,
    deps,
    { actor, roleId, permissionIds, ifMatch }: SetRolePermissionsInput,
  ): Promise<ReplacedLinks<PermissionId>> => {
    // `existingIds` locks the permissions. The calls run in this order, so the permissions are locked before the role, as when
    // a permission is removed. This avoids a deadlock.
    const [existing, role, before] = await Promise.all([
      tx.permissions.existingIds(permissionIds),
      tx.roles.lock(roleId),
      tx.roles.permissionsOf(roleId),
    ]);
    const stored = orNotFound(role, 'role-not-found');
    const recorded = { event: roleEvents.permissionsChanged, actor, stored, ifMatch };
    const { after, version } = await changeEntity(tx, deps, recorded, async (allow) => {
      const change = replaceLinks({ before, requested: permissionIds, existing }, 'unknown-permissions', 'permission');
      return {
        version: await tx.roles.setPermissions(allow(roleId), change),
        before: { permissionIds: change.before },
        after: { permissionIds: change.after },
      };
    });
    return { after: after.permissionIds, version };
  },
);
