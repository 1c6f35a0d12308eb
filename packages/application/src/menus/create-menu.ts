import {
  menuEvents,
  checkMenuParent,
  checkMenuPlace,
  firstVersion,
  menuDefaults,
  type Actor,
  type Menu,
  type MenuFields,
  type MenuId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

/** The fields of a new menu. Missing fields get the values of `menuDefaults`. */
export type CreateMenuInput = Pick<MenuFields, 'routeName' | 'routePath' | 'menuType'> &
  Partial<MenuFields> & { readonly actor: Actor; readonly parentId: MenuId | null };

/**
 * Adds a menu at the root or below another menu.
 * @throws {BusinessError} directory-menu-has-parent, unknown-parent-menu, menu-too-deep
 */
export const createMenu =
  (deps: CreateDependencies) =>
  (input: CreateMenuInput): Promise<Menu> =>
    deps.work.run((tx) => createMenuWithin(tx, deps, input));

export type CreateMenu = ReturnType<typeof createMenu>;

/**
 * Does the same as `createMenu` within the caller's transaction.
 * @param input the menu; a restored built-in menu also has an id
 */
export async function createMenuWithin(
  tx: Transaction,
  deps: EventDependencies,
  { actor, ...draft }: CreateMenuInput & Partial<Pick<Menu, 'id'>>,
): Promise<Menu> {
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
  await tx.menus.add(menu);
  await recordEvent(tx, deps, {
    event: menuEvents.created,
    actor,
    subject: menu,
    after: menu,
  });
  return menu;
}
