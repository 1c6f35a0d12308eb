import { BusinessError, orNotFound, type MenuId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a menu that has no children, and its links to roles.
 * @throws {BusinessError} menu-not-found, menu-has-children
 */
export const deleteMenu =
  (deps: WorkDependencies) =>
  (id: MenuId): Promise<void> =>
    deps.work.run(async (tx) => {
      orNotFound(await tx.menus.lock(id), 'menu-not-found');
      if (await tx.menus.hasChildren(id)) {
        throw new BusinessError('menu-has-children', 'This menu has others below it. Delete those first.');
      }
      await tx.menus.remove(id);
    });

export type DeleteMenu = ReturnType<typeof deleteMenu>;
