import { roleEvents, requireVersion, orNotFound, type Actor, type MenuId, type RoleId } from '@portcullis/domain';
import { replaceLinksWithin, type ReplacedLinks } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

export interface SetRoleMenusInput extends IfMatchInput {
  readonly actor: Actor;
  readonly roleId: RoleId;
  /** The new menus of the role. An empty list removes all menus. */
  readonly menuIds: readonly MenuId[];
}

/**
 * Replaces the menus of a role. System roles can also be changed.
 * @returns the new menus and the new version of the role
 * @throws {BusinessError} role-not-found, version-changed, unknown-menus
 */
export const setRoleMenus =
  (deps: CreateDependencies) =>
  (input: SetRoleMenusInput): Promise<ReplacedLinks<MenuId>> =>
    deps.work.run((tx) => setRoleMenusWithin(tx, deps, input));

export type SetRoleMenus = ReturnType<typeof setRoleMenus>;

/** Does the same as `setRoleMenus` within the caller's transaction. */
export async function setRoleMenusWithin(
  tx: Transaction,
  deps: EventDependencies,
  { actor, roleId, menuIds, ifMatch }: SetRoleMenusInput,
): Promise<ReplacedLinks<MenuId>> {
  // `existingIds` locks the menus. The calls run in this order, so the menus are locked before the role, as when a menu
  // is removed. This avoids a deadlock.
  const [existing, role, linked] = await Promise.all([
    tx.menus.existingIds(menuIds),
    tx.roles.lock(roleId),
    tx.roles.menusOf(roleId),
  ]);
  const { name } = requireVersion(orNotFound(role, 'role-not-found'), ifMatch);
  const { before, after, version } = await replaceLinksWithin(roleId, menuIds, {
    existing,
    before: linked,
    write: tx.roles.setMenus,
    unknown: 'unknown-menus',
    noun: 'menu',
  });
  await recordEvent(tx, deps, {
    event: roleEvents.menusChanged,
    actor,
    subject: { id: roleId, name },
    before: { menuIds: before },
    after: { menuIds: after },
  });
  return { after, version };
}
