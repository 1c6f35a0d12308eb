import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound, BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { MenuId } from '@portcullis/domain/internal/shared/ids';
import {
  checkMenuParent,
  checkMenuPlace,
  menuDefaults,
  menuEvents,
  type Menu,
  type MenuFields,
} from '@portcullis/domain/internal/menus/menu';
import { placeMenu, type MenuPlacement } from '@portcullis/domain/internal/menus/menu-order';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { addEntity, changeEntity, inTransaction, removeEntity, updateEntity } from '../changes.ts';
import type { EntityInput } from '../dependencies.ts';
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

/** What `updateMenu` needs. */
export interface UpdateMenuInput extends EntityInput<MenuId> {
  /** The fields to change. The parent is not among them, because `moveMenu` changes it. */
  readonly change: Partial<MenuFields>;
}

/**
 * Changes the fields of a menu except its parent.
 * @throws {BusinessError} menu-not-found, version-changed, directory-menu-has-parent
 */
export const updateMenu = inTransaction(
  (tx: Uses<'menus' | 'events'>, deps, { actor, id, change, ifMatch }: UpdateMenuInput): Promise<Menu> => {
    const update = { entities: tx.menus, notFound: 'menu-not-found', event: menuEvents.updated } as const;
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch }, (stored) => {
      checkMenuPlace({ ...stored, ...change });
      return change;
    });
  },
);

/** What `moveMenu` needs. */
export interface MoveMenuInput extends EntityInput<MenuId> {
  /** The new parent; null for the root. */
  readonly parentId: MenuId | null;
  /** The new order number of the menu; undefined if it does not change. Ignored if there is a `position`. */
  readonly order?: number | undefined;
  /** The number of siblings that come before the menu. The order numbers are then chosen accordingly. */
  readonly position?: number | undefined;
}

/**
 * Moves a menu and all menus below it to another parent or to the root. The order numbers of the new siblings change
 * only if `position` is given and leaves no free number. One event tells how many of them changed.
 * @throws {BusinessError} menu-not-found, version-changed, directory-menu-has-parent, unknown-parent-menu, menu-cycle,
 * menu-too-deep
 */
export const moveMenu = inTransaction(
  async (tx: Uses<'menus' | 'events'>, deps, input: MoveMenuInput): Promise<Menu> => {
    const { actor, id, parentId, ifMatch } = input;
    // The tree is locked before the row, in the same order as when a menu is created, to avoid a deadlock.
    const places = await tx.menus.lockTree();
    const { order, renumbered } = await placementOf(tx, input);
    const stored = orNotFound(await tx.menus.lock(id), 'menu-not-found');
    const recorded = { event: menuEvents.moved, actor, stored, ifMatch };
    const { saved } = await changeEntity(tx, deps, recorded, async (allow) => {
      const menu = { ...stored, parentId, order: order ?? stored.order, updatedAt: deps.clock.now() };
      checkMenuPlace(menu);
      checkMenuParent(places, menu);
      const changed = { ...menu, ...(await tx.menus.save(allow(menu))) };
      await tx.menus.renumber(renumbered, menu.updatedAt);
      const after = { ...changed, renumbered: renumbered.length };
      return { subject: changed, before: stored, after, saved: changed };
    });
    return saved;
  },
);

type Placement = Pick<MenuPlacement, 'renumbered'> & Pick<MoveMenuInput, 'order'>;

/** Returns the order number of the moved menu, and the siblings that get other numbers. */
async function placementOf(tx: Uses<'menus'>, { id, parentId, order, position }: MoveMenuInput): Promise<Placement> {
  const menu = position === undefined ? undefined : await tx.menus.lock(id);
  if (menu === undefined || position === undefined) return { order, renumbered: [] };
  return placeMenu(await tx.menus.childrenOf(parentId), menu, position);
}

/**
 * Removes a menu and its links to roles. The menu must not have children.
 * @throws {BusinessError} menu-not-found, version-changed, menu-has-children
 */
export const deleteMenu = inTransaction(
  (tx: Uses<'menus' | 'events'>, deps, { actor, id, ifMatch }: EntityInput<MenuId>) => {
    const removal = { entities: tx.menus, notFound: 'menu-not-found', event: menuEvents.deleted } as const;
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch }, async () => {
      if (await tx.menus.hasChildren(id)) {
        throw new BusinessError('menu-has-children', 'This menu has others below it. Delete those first.');
      }
    });
  },
);
