import {
  BusinessError,
  checkMenuPlace,
  menuDefaults,
  menuLimits,
  type Menu,
  type MenuFields,
  type MenuId,
} from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

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

  /** Refuses: directory-menu-has-parent, unknown-parent-menu, menu-too-deep. */
  execute(input: CreateMenuInput): Promise<Menu> {
    return this.#use.work.run((tx) => createMenuWithin(tx, this.#use, input));
  }
}

/** The same for a caller already inside a transaction. */
export async function createMenuWithin(
  tx: Transaction,
  { clock, ids }: Pick<Dependencies, 'clock' | 'ids'>,
  input: CreateMenuInput,
): Promise<Menu> {
  checkMenuPlace(input);
  if (input.parentId !== null) checkDepthBelow(await tx.menus.lockDepth(input.parentId));
  const at = clock.now();
  const menu: Menu = { id: ids.next(), ...menuDefaults, ...input, createdAt: at, updatedAt: at };
  await tx.menus.add(menu);
  return menu;
}

/** A parent never changes, so the depth of a menu is settled when it is made. */
function checkDepthBelow(depth: number | undefined): void {
  if (depth === undefined) {
    const message = 'The parent menu does not exist.';
    throw new BusinessError('unknown-parent-menu', message, [{ field: 'parentId', message }]);
  }
  if (depth < menuLimits.depth) return;
  throw new BusinessError('menu-too-deep', `Menus may be nested ${menuLimits.depth} levels deep.`);
}
