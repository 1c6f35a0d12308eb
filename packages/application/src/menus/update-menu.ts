import { checkMenuPlace, type Menu, type MenuFields, type MenuId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface UpdateMenuInput {
  readonly id: MenuId;
  /** Does not include the parent, which `moveMenu` changes. */
  readonly change: Partial<MenuFields>;
}

/**
 * Changes the fields of a menu. Its parent stays.
 * @throws {BusinessError} menu-not-found, directory-menu-has-parent
 */
export const updateMenu =
  (deps: UpdateDependencies) =>
  (input: UpdateMenuInput): Promise<Menu> =>
    deps.work.run((tx) => updateMenuWithin(tx, deps, input));

export type UpdateMenu = ReturnType<typeof updateMenu>;

/** Does the same as `updateMenu` within a transaction of the caller. */
export function updateMenuWithin(
  tx: Transaction,
  deps: Pick<UpdateDependencies, 'clock'>,
  input: UpdateMenuInput,
): Promise<Menu> {
  return changeWithin(tx.menus, deps, input, {
    notFound: 'menu-not-found',
    check: (_stored, menu) => checkMenuPlace(menu),
  });
}
