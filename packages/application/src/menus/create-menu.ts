import {
  BusinessError,
  checkMenuPlace,
  menuDefaults,
  type Menu,
  type MenuFields,
  type MenuId,
} from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

/** What must be given, and what has a default. */
export type CreateMenuInput = Pick<MenuFields, 'routeName' | 'routePath' | 'menuType'> &
  Partial<MenuFields> & { readonly parentId: MenuId | null };

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Adds a menu, at the root or below another (specification, section 4.5). */
export class CreateMenu {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: directory-menu-has-parent, unknown-parent-menu. */
  async execute(input: CreateMenuInput): Promise<Menu> {
    const { work, clock, ids } = this.#use;
    checkMenuPlace(input);
    return work.run(async (tx) => {
      if (input.parentId !== null && (await tx.menus.known([input.parentId])).size === 0) throw unknownParent();
      const at = clock.now();
      const menu: Menu = { ...menuDefaults, ...input, id: ids.next(), createdAt: at, updatedAt: at };
      await tx.menus.add(menu);
      return menu;
    });
  }
}

function unknownParent(): BusinessError {
  const message = 'The parent menu does not exist.';
  return new BusinessError('unknown-parent-menu', message, [{ field: 'parentId', message }]);
}
