import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { RoleId, PermissionId, MenuId } from '@portcullis/domain/internal/shared/ids';
import { recordedConditions } from '@portcullis/domain/internal/roles/permission-grant';
import { replaceLinks, type ReplacedLinks } from '@portcullis/domain/internal/shared/replace-links';
import { roleEvents, type EditableRole, type Role, refuseSystemRole } from '@portcullis/domain/internal/roles/role';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { addEntity, changeEntity, inTransaction, removeEntity, updateEntity } from '../changes.ts';
import type { IfMatchInput, EntityInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** What `createRole` needs. */
export type CreateRoleInput = EditableRole & { readonly actor: Actor };

/**
 * Adds a custom role.
 * @throws {BusinessError} role-code-taken, role-name-taken
 */
export const createRole = inTransaction((tx: Uses<'roles' | 'events'>, deps, { actor, ...draft }: CreateRoleInput) => {
  const at = deps.clock.now();
  const role: Role = {
    id: deps.ids.next(),
    ...draft,
    isSystem: false,
    version: firstVersion,
    createdAt: at,
    updatedAt: at,
  };
  return addEntity(tx, deps, { actor, event: roleEvents.created }, role, tx.roles.add);
});

/** What `updateRole` needs. */
export interface UpdateRoleInput extends EntityInput<RoleId> {
  readonly change: Partial<EditableRole>;
}

/**
 * Changes the given fields of a role. `requiresFactor` is the only field of a system role that can be changed.
 * @throws {BusinessError} role-not-found, version-changed, system-role, role-code-taken, role-name-taken
 */
export const updateRole = inTransaction(
  (tx: Uses<'roles' | 'events'>, deps, { actor, id, change, ifMatch }: UpdateRoleInput): Promise<Role> => {
    const update = { entities: tx.roles, notFound: 'role-not-found', event: roleEvents.updated } as const;
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch }, (stored) => {
      refuseSystemRole(stored, namesIn(change));
      return change;
    });
  },
);

/** Returns the names of the fields that a change sets. */
const namesIn = (change: object): readonly string[] =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** What `setRolePermissions` needs. */
export interface SetRolePermissionsInput extends IfMatchInput {
  readonly actor: Actor;
  readonly roleId: RoleId;
  /** The new permissions of the role. An empty list removes all permissions. */
  readonly permissionIds: readonly PermissionId[];
}

/**
 * Replaces the permissions of a role. System roles can also be changed. Permissions that the role keeps keep their
 * conditions, and new ones have none.
 * @returns the new permissions and the new version of the role
 * @throws {BusinessError} role-not-found, version-changed, unknown-permissions
 */
export const setRolePermissions = inTransaction(
  async (
    tx: Uses<'roles' | 'permissions' | 'events'>,
    deps,
    { actor, roleId, permissionIds, ifMatch }: SetRolePermissionsInput,
  ): Promise<ReplacedLinks<PermissionId>> => {
    const existing = await tx.permissions.existingIds(permissionIds);
    const stored = orNotFound(await tx.roles.lock(roleId), 'role-not-found');
    const grants = await tx.roles.grantsOf(roleId);
    const before = grants.map(({ permissionId }) => permissionId);
    const recorded = { event: roleEvents.permissionsChanged, actor, stored, ifMatch };
    const { after, version } = await changeEntity(tx, deps, recorded, async (allow) => {
      const change = replaceLinks({ before, requested: permissionIds, existing }, 'unknown-permissions', 'permission');
      await tx.roles.setPermissions(allow(roleId), change);
      const kept = grants.filter(({ permissionId }) => change.after.includes(permissionId));
      return {
        version: await tx.roles.setUpdatedAt(allow(roleId), deps.clock.now()),
        before: { permissionIds: change.before, conditions: recordedConditions(grants) },
        after: { permissionIds: change.after, conditions: recordedConditions(kept) },
      };
    });
    return { after: after.permissionIds, version };
  },
);

/** What `setRoleMenus` needs. */
export interface SetRoleMenusInput extends IfMatchInput {
  readonly actor: Actor;
  readonly roleId: RoleId;
  /** The new menus of the role. An empty list removes all menus. */
  readonly menuIds: readonly MenuId[];
}

/**
 * Replaces the menus of a role. System roles can also be changed.
 * @returns the new menus and the new version of the role
 * @throws {BusinessError} role-not-found, version-changed, unknown-menus
 */
export const setRoleMenus = inTransaction(
  async (
    tx: Uses<'roles' | 'menus' | 'events'>,
    deps,
    { actor, roleId, menuIds, ifMatch }: SetRoleMenusInput,
  ): Promise<ReplacedLinks<MenuId>> => {
    const existing = await tx.menus.existingIds(menuIds);
    const stored = orNotFound(await tx.roles.lock(roleId), 'role-not-found');
    const before = await tx.roles.menusOf(roleId);
    const recorded = { event: roleEvents.menusChanged, actor, stored, ifMatch };
    const { after, version } = await changeEntity(tx, deps, recorded, async (allow) => {
      const change = replaceLinks({ before, requested: menuIds, existing }, 'unknown-menus', 'menu');
      await tx.roles.setMenus(allow(roleId), change);
      return {
        version: await tx.roles.setUpdatedAt(allow(roleId), deps.clock.now()),
        before: { menuIds: change.before },
        after: { menuIds: change.after },
      };
    });
    return { after: after.menuIds, version };
  },
);

/**
 * Removes a custom role and its links to users, permissions and menus.
 * @throws {BusinessError} role-not-found, version-changed, system-role
 */
export const deleteRole = inTransaction(
  (tx: Uses<'roles' | 'events'>, deps, { actor, id, ifMatch }: EntityInput<RoleId>) => {
    const removal = { entities: tx.roles, notFound: 'role-not-found', event: roleEvents.deleted } as const;
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch }, (role) => refuseSystemRole(role));
  },
);
