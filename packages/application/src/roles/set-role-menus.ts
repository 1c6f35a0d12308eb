import { orNotFound, replaceLinks, type MenuId, type RoleId } from '@portcullis/domain';
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
  const [role, existing, before] = await Promise.all([
    tx.roles.lock(roleId),
    tx.menus.existingIds(menuIds),
    tx.roles.menusOf(roleId),
  ]);
  orNotFound(role, 'role-not-found');
  const change = replaceLinks({ before, requested: menuIds, existing }, 'unknown-menus', 'menu');
  await tx.roles.setMenus(roleId, change);
  return change.after;
}
