import {
  menuEvents,
  orNotFound,
  checkMenuParent,
  checkMenuPlace,
  placeMenu,
  type Actor,
  type Menu,
  type MenuId,
  type MenuPlacement,
} from '@portcullis/domain';
import { changeEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface MoveMenuInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: MenuId;
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
