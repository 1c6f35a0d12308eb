import {
  checkMenuParent,
  checkMenuPlace,
  menuDefaults,
  type Menu,
  type MenuFields,
  type MenuId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/** What must be given, and what has a default. */
export type CreateMenuInput = Pick<MenuFields, 'routeName' | 'routePath' | 'menuType'> &
  Partial<MenuFields> & { readonly parentId: MenuId | null };

/**
 * Adds a menu, at the root or below another.
 * @throws {BusinessError} directory-menu-has-parent, unknown-parent-menu, menu-too-deep
 */
export const createMenu =
  (use: CreateDependencies) =>
  (input: CreateMenuInput): Promise<Menu> =>
    use.work.run((tx) => createMenuWithin(tx, use, input));

export type CreateMenu = ReturnType<typeof createMenu>;

/** The same for a caller already inside a transaction. */
export async function createMenuWithin(
  tx: Transaction,
  { clock, ids }: Pick<CreateDependencies, 'clock' | 'ids'>,
  input: CreateMenuInput,
): Promise<Menu> {
  checkMenuPlace(input);
  const at = clock.now();
  const menu: Menu = { id: ids.next(), ...menuDefaults, ...input, createdAt: at, updatedAt: at };
  if (menu.parentId !== null) checkMenuParent(await tx.menus.lockPath(menu.parentId), menu);
  await tx.menus.add(menu);
  return menu;
}
