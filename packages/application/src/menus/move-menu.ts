import {
  menuEvents,
  requireVersion,
  checkMenuParent,
  checkMenuPlace,
  placeMenu,
  type Actor,
  type Menu,
  type MenuId,
  type MenuPlacement,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent } from '../record-event.ts';

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
export const moveMenu =
  (use: CreateDependencies) =>
  (input: MoveMenuInput): Promise<Menu> =>
    use.work.run(async (tx) => {
      const { actor, id, parentId, ifMatch } = input;
      // The tree is locked before the row, in the same order as when a menu is created, to avoid a deadlock.
      const places = await tx.menus.lockTree();
      const { order, renumbered } = await placementOf(tx, input);
      const change = order === undefined ? { parentId } : { parentId, order };
      return changeWithin<Menu>(
        tx.menus,
        use,
        { id, change },
        {
          notFound: 'menu-not-found',
          check: (stored, menu) => {
            requireVersion(stored, ifMatch);
            checkMenuPlace(menu);
            checkMenuParent(places, menu);
          },
          record: async (before, after) => {
            await tx.menus.renumber(renumbered, after.updatedAt);
            await recordEvent(tx, use, {
              event: menuEvents.moved,
              actor,
              subject: { id, routeName: after.routeName },
              before,
              after: { ...after, renumbered: renumbered.length },
            });
          },
        },
      );
    });

export type MoveMenu = ReturnType<typeof moveMenu>;

type Placement = Pick<MenuPlacement, 'renumbered'> & Pick<MoveMenuInput, 'order'>;

/** Returns the order number of the moved menu, and the siblings that get other numbers. */
async function placementOf(tx: Transaction, { id, parentId, order, position }: MoveMenuInput): Promise<Placement> {
  const menu = position === undefined ? undefined : await tx.menus.lock(id);
  if (menu === undefined || position === undefined) return { order, renumbered: [] };
  return placeMenu(await tx.menus.childrenOf(parentId), menu, position);
}
