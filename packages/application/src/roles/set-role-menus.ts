import { orNotFound, replaceLinks, roleEvents, type Actor, type MenuId, type RoleId } from '@portcullis/domain';
import { changeEntity, type ReplacedLinks } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

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
export const setRoleMenus = inTransaction(
  async (
    tx: Uses<'roles' | 'menus' | 'events'>,
    deps,
    { actor, roleId, menuIds, ifMatch }: SetRoleMenusInput,
  ): Promise<ReplacedLinks<MenuId>> => {
    // `existingIds` locks the menus. The calls run in this order, so the menus are locked before the role, as when
    // a menu is removed. This avoids a deadlock.
    const [existing, role, before] = await Promise.all([
      tx.menus.existingIds(menuIds),
      tx.roles.lock(roleId),
      tx.roles.menusOf(roleId),
    ]);
    const stored = orNotFound(role, 'role-not-found');
    const recorded = { event: roleEvents.menusChanged, actor, stored, ifMatch };
    const { after, version } = await changeEntity(tx, deps, recorded, async (allow) => {
      const change = replaceLinks({ before, requested: menuIds, existing }, 'unknown-menus', 'menu');
      return {
        version: await tx.roles.setMenus(allow(roleId), change),
        before: { menuIds: change.before },
        after: { menuIds: change.after },
      };
    });
    return { after: after.menuIds, version };
  },
);
