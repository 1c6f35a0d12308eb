import { checkMenuPlace, type Menu, type MenuFields, type MenuId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface UpdateMenuInput {
  readonly id: MenuId;
  /** Never the parent: `moveMenu` changes that. */
  readonly change: Partial<MenuFields>;
}

/**
 * Changes a menu where it stands.
 * @throws {BusinessError} menu-not-found, directory-menu-has-parent
 */
export const updateMenu =
  (use: UpdateDependencies) =>
  (input: UpdateMenuInput): Promise<Menu> =>
    use.work.run((tx) => updateMenuWithin(tx, use, input));

export type UpdateMenu = ReturnType<typeof updateMenu>;

/** The same for a caller already inside a transaction. */
export function updateMenuWithin(
  tx: Transaction,
  use: Pick<UpdateDependencies, 'clock'>,
  input: UpdateMenuInput,
): Promise<Menu> {
  return changeWithin(tx.menus, use, input, {
    notFound: 'menu-not-found',
    check: (_stored, menu) => checkMenuPlace(menu),
  });
}
