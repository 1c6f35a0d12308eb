import { orNotFound, type MenuId, type RoleId } from '@portcullis/domain';
import { replaceLinksWithin } from '../changes.ts';
import type { WorkDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface SetRoleMenusInput {
  readonly roleId: RoleId;
  /** The whole new set; empty takes every menu away. */
  readonly menuIds: readonly MenuId[];
}

/**
 * Replaces the menus of a role, system roles included.
 * @returns the new set, sorted
 * @throws {BusinessError} role-not-found, unknown-menus
 */
export const setRoleMenus =
  (use: WorkDependencies) =>
  (input: SetRoleMenusInput): Promise<readonly MenuId[]> =>
    use.work.run((tx) => setRoleMenusWithin(tx, input));

export type SetRoleMenus = ReturnType<typeof setRoleMenus>;

/** The same for a caller already inside a transaction. */
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
