import { roleEvents, requireVersion, orNotFound, type Actor, type PermissionId, type RoleId } from '@portcullis/domain';
import { replaceLinksWithin, type ReplacedLinks } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

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
export const setRolePermissions =
  (deps: CreateDependencies) =>
  (input: SetRolePermissionsInput): Promise<ReplacedLinks<PermissionId>> =>
    deps.work.run((tx) => setRolePermissionsWithin(tx, deps, input));

export type SetRolePermissions = ReturnType<typeof setRolePermissions>;

/** Does the same as `setRolePermissions` within the caller's transaction. */
export async function setRolePermissionsWithin(
  tx: Transaction,
  deps: EventDependencies,
  { actor, roleId, permissionIds, ifMatch }: SetRolePermissionsInput,
): Promise<ReplacedLinks<PermissionId>> {
  // `existingIds` locks the permissions. The calls run in this order, so the permissions are locked before the role, as
  // when a permission is removed. This avoids a deadlock.
  const [existing, role, linked] = await Promise.all([
    tx.permissions.existingIds(permissionIds),
    tx.roles.lock(roleId),
    tx.roles.permissionsOf(roleId),
  ]);
  const { name } = requireVersion(orNotFound(role, 'role-not-found'), ifMatch);
  const { before, after, version } = await replaceLinksWithin(roleId, permissionIds, {
    existing,
    before: linked,
    write: tx.roles.setPermissions,
    unknown: 'unknown-permissions',
    noun: 'permission',
  });
  await recordEvent(tx, deps, {
    event: roleEvents.permissionsChanged,
    actor,
    subject: { id: roleId, name },
    before: { permissionIds: before },
    after: { permissionIds: after },
  });
  return { after, version };
}
