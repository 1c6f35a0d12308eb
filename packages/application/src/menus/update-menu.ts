import { checkMenuPlace, present, type Menu, type MenuFields, type MenuId } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

export interface UpdateMenuInput {
  readonly id: MenuId;
  /** Never the parent: to move a menu, delete it and create it again. */
  readonly change: Partial<MenuFields>;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Changes a menu where it stands (specification, section 4.5, rules for PATCH). */
export class UpdateMenu {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: menu-not-found, directory-menu-has-parent. */
  execute(input: UpdateMenuInput): Promise<Menu> {
    return this.#use.work.run((tx) => updateMenuWithin(tx, this.#use, input));
  }
}

/** The same for a caller already inside a transaction. */
export async function updateMenuWithin(
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  { id, change }: UpdateMenuInput,
): Promise<Menu> {
  const stored = present(await tx.menus.lock(id), 'menu-not-found');
  const menu = { ...stored, ...change, updatedAt: clock.now() };
  checkMenuPlace(menu);
  await tx.menus.save(menu);
  return menu;
}
