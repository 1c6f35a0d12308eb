import { BusinessError, present, type MenuId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Removes a menu that has none below it, with its links to roles (specification, section 4.5). */
export class DeleteMenu {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: menu-not-found, menu-has-children. */
  execute(id: MenuId): Promise<void> {
    return this.#use.work.run(async (tx) => {
      present(await tx.menus.lock(id), 'menu-not-found');
      if (await tx.menus.hasChildren(id)) {
        throw new BusinessError('menu-has-children', 'This menu has others below it. Delete those first.');
      }
      await tx.menus.remove(id);
    });
  }
}
