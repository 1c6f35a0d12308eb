import { checkMenuParent, checkMenuPlace, type Menu, type MenuId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { UpdateDependencies } from '../dependencies.ts';

export interface MoveMenuInput {
  readonly id: MenuId;
  /** Null for the root. */
  readonly parentId: MenuId | null;
  /** Undefined if the order stays. */
  readonly order?: number | undefined;
}

/**
 * Moves a menu, with all below it, below another one or to the root. The menus beside it keep their order.
 * @throws {BusinessError} menu-not-found, directory-menu-has-parent, unknown-parent-menu, menu-cycle, menu-too-deep
 */
export const moveMenu =
  (use: UpdateDependencies) =>
  ({ id, parentId, order }: MoveMenuInput): Promise<Menu> =>
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
          check: (_stored, menu) => {
            checkMenuPlace(menu);
            checkMenuParent(places, menu);
          },
        },
      );
    });

export type MoveMenu = ReturnType<typeof moveMenu>;
