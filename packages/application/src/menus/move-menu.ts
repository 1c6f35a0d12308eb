import {
  requireVersion,
  checkMenuParent,
  checkMenuPlace,
  type Actor,
  type Menu,
  type MenuId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface MoveMenuInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: MenuId;
  /** The new parent; null for the root. */
  readonly parentId: MenuId | null;
  /** The new order number of the menu; undefined if it does not change. */
  readonly order?: number | undefined;
}

/**
 * Moves a menu and all menus below it to another parent or to the root. The order numbers of the new siblings do not
 * change.
 * @throws {BusinessError} menu-not-found, version-changed, directory-menu-has-parent, unknown-parent-menu, menu-cycle,
 * menu-too-deep
 */
export const moveMenu =
  (use: CreateDependencies) =>
  ({ actor, id, parentId, order, ifMatch }: MoveMenuInput): Promise<Menu> =>
    use.work.run(async (tx) => {
      // The tree is locked before the row, in the same order as when a menu is created, to avoid a deadlock.
      const places = await tx.menus.lockTree();
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
          record: (before, after) =>
            recordEvent(tx, use, {
              type: 'menu.updated',
              actor,
              subject: { type: 'menu', id, name: after.routeName },
              before,
              after,
            }),
        },
      );
    });

export type MoveMenu = ReturnType<typeof moveMenu>;
