import {
  menuEvents,
  requireVersion,
  checkMenuPlace,
  type Actor,
  type Menu,
  type MenuFields,
  type MenuId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

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
export const updateMenu =
  (deps: CreateDependencies) =>
  (input: UpdateMenuInput): Promise<Menu> =>
    deps.work.run((tx) => updateMenuWithin(tx, deps, input));

export type UpdateMenu = ReturnType<typeof updateMenu>;

/** Does the same as `updateMenu` within the caller's transaction. */
export function updateMenuWithin(tx: Transaction, deps: EventDependencies, input: UpdateMenuInput): Promise<Menu> {
  return changeWithin(tx.menus, deps, input, {
    notFound: 'menu-not-found',
    check: (stored, menu) => {
      requireVersion(stored, input.ifMatch);
      checkMenuPlace(menu);
    },
    record: (before, after) =>
      recordEvent(tx, deps, {
        event: menuEvents.updated,
        actor: input.actor,
        subject: after,
        before,
        after,
      }),
  });
}
