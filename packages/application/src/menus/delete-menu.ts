import { menuEvents, requireVersion, BusinessError, orNotFound, type Actor, type MenuId } from '@portcullis/domain';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface DeleteMenuInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: MenuId;
}

/**
 * Removes a menu and its links to roles. The menu must not have children.
 * @throws {BusinessError} menu-not-found, version-changed, menu-has-children
 */
export const deleteMenu =
  (deps: CreateDependencies) =>
  ({ actor, id, ifMatch }: DeleteMenuInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const menu = requireVersion(orNotFound(await tx.menus.lock(id), 'menu-not-found'), ifMatch);
      if (await tx.menus.hasChildren(id)) {
        throw new BusinessError('menu-has-children', 'This menu has others below it. Delete those first.');
      }
      const after = { affected: { roles: await tx.menus.remove(id) } };
      const subject = { id, routeName: menu.routeName };
      await recordEvent(tx, deps, { event: menuEvents.deleted, actor, subject, before: menu, after });
    });

export type DeleteMenu = ReturnType<typeof deleteMenu>;
