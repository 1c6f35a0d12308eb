import {
  requireVersion,
  checkMenuParent,
  checkMenuPlace,
  type Actor,
  type Menu,
  type MenuId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { Conditional, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface MoveMenuInput extends Conditional {
  readonly actor: Actor;
  readonly id: MenuId;
  /** Null for the root. */
  readonly parentId: MenuId | null;
  /** Undefined if the order stays. */
  readonly order?: number | undefined;
}

/**
 * Moves a menu and all menus below it to another parent or to the root. Its new siblings keep their order.
 * @throws {BusinessError} menu-not-found, version-changed, directory-menu-has-parent, unknown-parent-menu,
 * menu-cycle, menu-too-deep
 */
export const moveMenu =
  (use: CreateDependencies) =>
  ({ actor, id, parentId, order, ifMatch }: MoveMenuInput): Promise<Menu> =>
    use.work.run(async (tx) => {
      // Locks the tree before the row, in the same order as create, to avoid a deadlock between two moves.
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
