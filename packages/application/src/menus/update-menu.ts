import { checkMenuPlace, orNotFound, type Menu, type MenuFields, type MenuId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface UpdateMenuInput {
  readonly id: MenuId;
  /** Never the parent: to move a menu, delete it and create it again. */
  readonly change: Partial<MenuFields>;
}

/**
 * Changes a menu where it stands.
 * @throws {BusinessError} menu-not-found, directory-menu-has-parent
 */
export const updateMenu =
  (use: UpdateDependencies) =>
  (input: UpdateMenuInput): Promise<Menu> =>
    use.work.run((tx) => updateMenuWithin(tx, use, input));

export type UpdateMenu = ReturnType<typeof updateMenu>;

/** The same for a caller already inside a transaction. */
export async function updateMenuWithin(
  tx: Transaction,
  { clock }: Pick<UpdateDependencies, 'clock'>,
  { id, change }: UpdateMenuInput,
): Promise<Menu> {
  const stored = orNotFound(await tx.menus.lock(id), 'menu-not-found');
  const menu = { ...stored, ...change, updatedAt: clock.now() };
  checkMenuPlace(menu);
  await tx.menus.save(menu);
  return menu;
}
