import { requireVersion, orNotFound, type Actor, type PermissionId, type RoleId } from '@portcullis/domain';
import { replaceLinksWithin, type ReplacedLinks } from '../changes.ts';
import type { Conditional, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventSource } from '../record-event.ts';

export interface SetRolePermissionsInput extends Conditional {
  readonly actor: Actor;
  readonly roleId: RoleId;
  /** The new set of permissions. An empty list removes all of them. */
  readonly permissionIds: readonly PermissionId[];
}

/**
 * Replaces the permissions of a role, which may be a system role.
 * @returns the new set and the version of the role
 * @throws {BusinessError} role-not-found, version-changed, unknown-permissions
 */
export const setRolePermissions =
  (deps: CreateDependencies) =>
  (input: SetRolePermissionsInput): Promise<ReplacedLinks<PermissionId>> =>
    deps.work.run((tx) => setRolePermissionsWithin(tx, deps, input));

export type SetRolePermissions = ReturnType<typeof setRolePermissions>;

/** Does the same as `setRolePermissions` within a transaction of the caller. */
export async function setRolePermissionsWithin(
  tx: Transaction,
  deps: EventSource,
  { actor, roleId, permissionIds, ifMatch }: SetRolePermissionsInput,
): Promise<ReplacedLinks<PermissionId>> {
  // Permissions are locked before the role, in the same order as in the removal of a permission, to avoid a deadlock.
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
    type: 'role.permissions.changed',
    actor,
    subject: { type: 'role', id: roleId, name },
    before: { permissionIds: before },
    after: { permissionIds: after },
  });
  return { after, version };
}
