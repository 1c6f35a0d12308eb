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

/** Fields that are absent get the values of `menuDefaults`. */
export type CreateMenuInput = Pick<MenuFields, 'routeName' | 'routePath' | 'menuType'> &
  Partial<MenuFields> & { readonly parentId: MenuId | null };

/**
 * Adds a menu, at the root or below another.
 * @throws {BusinessError} directory-menu-has-parent, unknown-parent-menu, menu-too-deep
 */
export const createMenu =
  (deps: CreateDependencies) =>
  (input: CreateMenuInput): Promise<Menu> =>
    deps.work.run((tx) => createMenuWithin(tx, deps, input));

export type CreateMenu = ReturnType<typeof createMenu>;

/** Does the same as `createMenu` within a transaction of the caller. */
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
