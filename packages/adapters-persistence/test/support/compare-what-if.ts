import { accessDifferences } from '@portcullis/domain/internal/access/access-differences';
import type { AccessFacts } from '@portcullis/domain/internal/access/access-facts';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { explainAccess } from '@portcullis/domain/internal/access/explain-access';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { AffectedUser } from '@portcullis/application/internal/access/compare-access';
import { whatIf, type AccessChange } from '@portcullis/application/internal/access/what-if';
import { deleteMenu } from '@portcullis/application/internal/menus/menus';
import { deletePermission, updatePermission } from '@portcullis/application/internal/permissions/permissions';
import type { AccessFactViews } from '@portcullis/application/internal/ports/access-facts';
import type { Clock, IdSource } from '@portcullis/application/internal/ports/system';
import type { UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import { deleteRole, setRoleMenus, setRolePermissions, updateRole } from '@portcullis/application/internal/roles/roles';
import { setPermissionGrants } from '@portcullis/application/internal/roles/set-permission-grants';
import { setRoleGrants } from '@portcullis/application/internal/roles/set-role-grants';
import { setUserRoles } from '@portcullis/application/internal/roles/set-user-roles';
import { deleteUser } from '@portcullis/application/internal/users/users';
import { anActor } from '@portcullis/testing/internal/builders';

/** The ports with which a change is previewed and made. */
export interface WhatIfStore {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly accessFacts: AccessFactViews;
}

/** The effect of a change on some users, or the reason why it is refused. */
interface Effect {
  readonly refusal: string | null;
  readonly affected: readonly AffectedUser[];
}

/**
 * Previews a change in parts of one user, makes the change, and compares both.
 * @param userIds the users whose access is compared
 * @returns what was previewed and what happened, as JSON, which are equal if the preview was right
 */
export async function compareWhatIf(
  store: WhatIfStore,
  change: AccessChange,
  userIds: readonly UserId[],
): Promise<{ readonly previewed: string; readonly happened: string }> {
  const previewed = await preview(store, change, userIds);
  const before = await factsOf(store, userIds);
  const refusal = await make(store, change);
  const happened: Effect = { refusal, affected: affectedBetween(before, await factsOf(store, userIds)) };
  return { previewed: JSON.stringify(previewed), happened: JSON.stringify(happened) };
}

async function preview(store: WhatIfStore, change: AccessChange, userIds: readonly UserId[]): Promise<Effect> {
  const affected: AffectedUser[] = [];
  for (let after: UserId | undefined; ; ) {
    const { refusal, items, next } = await whatIf(store)({ actor: anActor(), change, after, limit: 1 });
    if (refusal !== null) return { refusal: refusal.reason, affected: [] };
    affected.push(...items.filter(({ id }) => userIds.includes(id)));
    if (next === null) return { refusal: null, affected };
    after = next;
  }
}

async function factsOf(
  { accessFacts }: WhatIfStore,
  userIds: readonly UserId[],
): Promise<readonly (AccessFacts | undefined)[]> {
  const facts: (AccessFacts | undefined)[] = [];
  for (const id of userIds.toSorted()) facts.push(await accessFacts.ofUser(id));
  return facts;
}

function affectedBetween(
  before: readonly (AccessFacts | undefined)[],
  after: readonly (AccessFacts | undefined)[],
): readonly AffectedUser[] {
  return before.flatMap((facts, index): readonly AffectedUser[] => {
    const user = facts?.users[0];
    if (facts === undefined || user === undefined) return [];
    const later = after[index];
    const same = later?.users[0];
    const differences = accessDifferences(explainAccess(facts, user), later && same && explainAccess(later, same));
    if (differences.gains.length + differences.loses.length === 0) return [];
    return [{ kind: 'user', id: user.id, username: user.username, ...differences }];
  });
}

/** Makes a change. @returns the reason of the refusal; null if the change was made */
async function make(store: WhatIfStore, change: AccessChange): Promise<string | null> {
  try {
    await apply(store, change);
    return null;
  } catch (error) {
    if (error instanceof BusinessError) return error.refusal;
    throw error;
  }
}

async function apply(store: WhatIfStore, change: AccessChange): Promise<unknown> {
  const actor = anActor();
  switch (change.kind) {
    case 'user.roles':
      return setUserRoles(store)({ actor, userId: change.userId, roleIds: change.roleIds });
    case 'user.role-grants':
      return setRoleGrants(store)({ actor, userId: change.userId, grants: change.grants });
    case 'role.permissions':
      return setRolePermissions(store)({ actor, roleId: change.roleId, permissionIds: change.permissionIds });
    case 'role.permission-grants':
      return setPermissionGrants(store)({ actor, roleId: change.roleId, grants: change.grants });
    case 'role.menus':
      return setRoleMenus(store)({ actor, roleId: change.roleId, menuIds: change.menuIds });
    case 'role.status':
      return updateRole(store)({ actor, id: change.roleId, change: { status: change.status } });
    case 'permission.status':
      return updatePermission(store)({ actor, id: change.permissionId, change: { status: change.status } });
    case 'user.deletion':
      return deleteUser(store)({ actor, userId: change.userId });
    case 'role.deletion':
      return deleteRole(store)({ actor, id: change.roleId });
    case 'permission.deletion':
      return deletePermission(store)({ actor, id: change.permissionId });
    case 'menu.deletion':
      return deleteMenu(store)({ actor, id: change.menuId });
  }
}
