import { BusinessError, menuEvents, type Actor, type MenuId } from '@portcullis/domain';
import { removeEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface DeleteMenuInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: MenuId;
}

/**
 * Removes a menu and its links to roles. The menu must not have children.
 * @throws {BusinessError} menu-not-found, version-changed, menu-has-children
 */
export const deleteMenu = inTransaction(
  (tx: Uses<'menus' | 'events'>, deps, { actor, id, ifMatch }: DeleteMenuInput) => {
    const removal = { entities: tx.menus, notFound: 'menu-not-found', event: menuEvents.deleted } as const;
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch }, async () => {
      if (await tx.menus.hasChildren(id)) {
        throw new BusinessError('menu-has-children', 'This menu has others below it. Delete those first.');
      }
    });
  },
);
