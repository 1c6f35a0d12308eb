import { checkMenuPlace, menuEvents, type Actor, type Menu, type MenuFields, type MenuId } from '@portcullis/domain';
import { updateEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface UpdateMenuInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: MenuId;
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
