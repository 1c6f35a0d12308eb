import { orNotFound, type MenuId, type RoleId } from '@portcullis/domain';
import { replaceLinksWithin } from '../changes.ts';
import type { WorkDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface SetRoleMenusInput {
  readonly roleId: RoleId;
  /** The new set of menus. An empty list removes all of them. */
  readonly menuIds: readonly MenuId[];
}

/**
 * Replaces the menus of a role, which may be a system role.
 * @returns the new set, sorted
 * @throws {BusinessError} role-not-found, unknown-menus
 */
export const setRoleMenus =
  (deps: WorkDependencies) =>
  (input: SetRoleMenusInput): Promise<readonly MenuId[]> =>
    deps.work.run((tx) => setRoleMenusWithin(tx, input));

export type SetRoleMenus = ReturnType<typeof setRoleMenus>;

/** Does the same as `setRoleMenus` within a transaction of the caller. */
export async function setRoleMenusWithin(
  tx: Transaction,
  { roleId, menuIds }: SetRoleMenusInput,
): Promise<readonly MenuId[]> {
  orNotFound(await tx.roles.lock(roleId), 'role-not-found');
  return replaceLinksWithin(roleId, menuIds, {
    read: tx.roles.menusOf,
    write: tx.roles.setMenus,
    targets: tx.menus,
    unknown: 'unknown-menus',
    noun: 'menu',
  });
}
