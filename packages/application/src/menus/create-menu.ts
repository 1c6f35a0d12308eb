import {
  BusinessError,
  checkMenuPlace,
  menuDefaults,
  menuLimits,
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
  if (input.parentId !== null) checkDepthBelow(await tx.menus.lockDepth(input.parentId));
  const at = clock.now();
  const menu: Menu = { id: ids.next(), ...menuDefaults, ...input, createdAt: at, updatedAt: at };
  await tx.menus.add(menu);
  return menu;
}

/** Checks the depth of a new menu below a parent at `depth`. Menus are not moved, so the depth never changes later. */
function checkDepthBelow(depth: number | undefined): void {
  if (depth === undefined) {
    const message = 'The parent menu does not exist.';
    throw new BusinessError('unknown-parent-menu', message, [{ field: 'parentId', message }]);
  }
  if (depth < menuLimits.depth) return;
  throw new BusinessError('menu-too-deep', `Menus may be nested ${menuLimits.depth} levels deep.`);
}
