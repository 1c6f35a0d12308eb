import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError, type Refusal, type RefusalDetails } from '@portcullis/domain/internal/shared/errors';
import type { MenuId, PermissionId, RoleId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import type { Status } from '@portcullis/domain/internal/shared/status';
import type { CreateDependencies } from '../dependencies.ts';
import { deleteMenu } from '../menus/menus.ts';
import { deletePermission, updatePermission } from '../permissions/permissions.ts';
import type { UserWindow } from '../ports/access-facts.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { EventDependencies } from '../changes.ts';
import { deleteRole, setRoleMenus, setRolePermissions, updateRole } from '../roles/roles.ts';
import { setPermissionGrants, type SetPermissionGrantsInput } from '../roles/set-permission-grants.ts';
import { setRoleGrants } from '../roles/set-role-grants.ts';
import { setUserRoles } from '../roles/set-user-roles.ts';
import { deleteUser } from '../users/users.ts';
import { compareAccess, type AffectedUsers, type Candidates } from './compare-access.ts';

/** The kinds of changes of access that can be evaluated before they are made. */
export const accessChangeKinds = [
  'user.roles',
  'user.role-grants',
  'role.permissions',
  'role.permission-grants',
  'role.menus',
  'role.status',
  'permission.status',
  'user.deletion',
  'role.deletion',
  'permission.deletion',
  'menu.deletion',
] as const satisfies readonly AccessChange['kind'][];

/** A change whose effect on the access of users can be found out before it is made. */
export type AccessChange =
  | { readonly kind: 'user.roles'; readonly userId: UserId; readonly roleIds: readonly RoleId[] }
  | { readonly kind: 'user.role-grants'; readonly userId: UserId; readonly grants: readonly RoleGrant[] }
  | { readonly kind: 'role.permissions'; readonly roleId: RoleId; readonly permissionIds: readonly PermissionId[] }
  | {
      readonly kind: 'role.permission-grants';
      readonly roleId: RoleId;
      readonly grants: SetPermissionGrantsInput['grants'];
    }
  | { readonly kind: 'role.menus'; readonly roleId: RoleId; readonly menuIds: readonly MenuId[] }
  | { readonly kind: 'role.status'; readonly roleId: RoleId; readonly status: Status }
  | { readonly kind: 'permission.status'; readonly permissionId: PermissionId; readonly status: Status }
  | { readonly kind: 'user.deletion'; readonly userId: UserId }
  | { readonly kind: 'role.deletion'; readonly roleId: RoleId }
  | { readonly kind: 'permission.deletion'; readonly permissionId: PermissionId }
  | { readonly kind: 'menu.deletion'; readonly menuId: MenuId };

/** What `whatIf` needs. */
export interface WhatIfInput extends UserWindow {
  readonly actor: Actor;
  readonly change: AccessChange;
}

/** Who would gain or lose access by a change. */
export interface WhatIfResult extends AffectedUsers {
  /** Why the change would be refused, in which case it affects no user; null if it would be made. */
  readonly refusal: {
    readonly reason: Refusal;
    readonly message: string;
    readonly details: RefusalDetails | null;
  } | null;
  /** Whether the change would be refused because it removes the last administrator. */
  readonly losesLastAdministrator: boolean;
}

type Writes = Uses<'users' | 'roles' | 'permissions' | 'menus' | 'userAttributes' | 'audit' | 'events' | 'accessFacts'>;

/**
 * Finds out which users gain and lose which roles, permissions and menus by a change, and
 * for which resources. The change is made with the use
 * case that would make it, in a transaction that is rolled back, so nothing is stored.
 */
export const whatIf =
  (deps: CreateDependencies<keyof Writes>) =>
  async ({ actor, change, ...window }: WhatIfInput): Promise<WhatIfResult> => {
    try {
      const affected = await deps.work.run(
        (tx) => compareAccess(tx, candidatesOf(change), window, () => apply(tx, deps, actor, change)),
        { isDryRun: true },
      );
      return { refusal: null, losesLastAdministrator: false, ...affected };
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      const { refusal: reason, message, details = null } = error;
      const losesLastAdministrator = reason === 'last-administrator';
      return { refusal: { reason, message, details }, losesLastAdministrator, items: [], next: null };
    }
  };

function candidatesOf(change: AccessChange): Candidates {
  switch (change.kind) {
    case 'user.roles':
    case 'user.role-grants':
    case 'user.deletion':
      return { userIds: [change.userId] };
    case 'permission.status':
    case 'permission.deletion':
      return { targets: [{ kind: 'permission', id: change.permissionId }] };
    case 'menu.deletion':
      return { targets: [{ kind: 'menu', id: change.menuId }] };
    case 'role.permissions':
    case 'role.permission-grants':
    case 'role.menus':
    case 'role.status':
    case 'role.deletion':
      return { targets: [{ kind: 'role', id: change.roleId }] };
  }
}

async function apply(tx: Writes, deps: EventDependencies, actor: Actor, change: AccessChange): Promise<void> {
  switch (change.kind) {
    case 'user.roles':
      await setUserRoles.within(tx, deps, { actor, userId: change.userId, roleIds: change.roleIds });
      return;
    case 'user.role-grants':
      await setRoleGrants.within(tx, deps, { actor, userId: change.userId, grants: change.grants });
      return;
    case 'role.permissions':
      await setRolePermissions.within(tx, deps, { actor, roleId: change.roleId, permissionIds: change.permissionIds });
      return;
    case 'role.permission-grants':
      await setPermissionGrants.within(tx, deps, { actor, roleId: change.roleId, grants: change.grants });
      return;
    case 'role.menus':
      await setRoleMenus.within(tx, deps, { actor, roleId: change.roleId, menuIds: change.menuIds });
      return;
    case 'role.status':
      await updateRole.within(tx, deps, { actor, id: change.roleId, change: { status: change.status } });
      return;
    case 'permission.status':
      await updatePermission.within(tx, deps, { actor, id: change.permissionId, change: { status: change.status } });
      return;
    case 'user.deletion':
      await deleteUser.within(tx, deps, { actor, userId: change.userId });
      return;
    case 'role.deletion':
      await deleteRole.within(tx, deps, { actor, id: change.roleId });
      return;
    case 'permission.deletion':
      await deletePermission.within(tx, deps, { actor, id: change.permissionId });
      return;
    case 'menu.deletion':
      await deleteMenu.within(tx, deps, { actor, id: change.menuId });
      return;
  }
}
