import { present, replaceLinks, type MenuId, type RoleId } from '@portcullis/domain';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

export interface SetRoleMenusInput {
  readonly roleId: RoleId;
  /** The whole new set; empty takes every menu away. */
  readonly menuIds: readonly MenuId[];
}

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Replaces the menus of a role, system roles included (decisions, section 4). */
export class SetRoleMenus {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Answers the new set, sorted. Refuses: role-not-found, unknown-menus. */
  execute(input: SetRoleMenusInput): Promise<readonly MenuId[]> {
    return this.#use.work.run((tx) => setRoleMenusWithin(tx, input));
  }
}

/** The same for a caller already inside a transaction. */
export async function setRoleMenusWithin(
  tx: Transaction,
  { roleId, menuIds }: SetRoleMenusInput,
): Promise<readonly MenuId[]> {
  const [role, known, before] = await Promise.all([
    tx.roles.lock(roleId),
    tx.menus.known(menuIds),
    tx.roles.menusOf(roleId),
  ]);
  present(role, 'role-not-found');
  const change = replaceLinks({ before, requested: menuIds, known }, 'unknown-menus', 'menu');
  await tx.roles.setMenus(roleId, change);
  return change.after;
}
