import {
  checkMenuParent,
  checkMenuPlace,
  firstVersion,
  menuDefaults,
  menuEvents,
  type Actor,
  type Menu,
  type MenuFields,
  type MenuId,
} from '@portcullis/domain';
import { addEntity } from '../changes.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/**
 * The fields of a new menu. Missing fields get the values of `menuDefaults`. `id` is set only when a built-in menu is
 * restored.
 */
export type CreateMenuInput = Pick<MenuFields, 'routeName' | 'routePath' | 'menuType'> &
  Partial<MenuFields> &
  Partial<Pick<Menu, 'id'>> & { readonly actor: Actor; readonly parentId: MenuId | null };

/**
 * Adds a menu at the root or below another menu.
 * @throws {BusinessError} directory-menu-has-parent, unknown-parent-menu, menu-too-deep
 */
export const createMenu = inTransaction(
  async (tx: Uses<'menus' | 'events'>, deps, { actor, ...draft }: CreateMenuInput) => {
    checkMenuPlace(draft);
    const at = deps.clock.now();
    const menu: Menu = {
      id: deps.ids.next(),
      ...menuDefaults,
      ...draft,
      version: firstVersion,
      createdAt: at,
      updatedAt: at,
    };
    if (menu.parentId !== null) checkMenuParent(await tx.menus.lockPath(menu.parentId), menu);
    return addEntity(tx, deps, { actor, event: menuEvents.created }, menu, tx.menus.add);
  },
);
