import type { AccessControl } from '@portcullis/domain/internal/access/access-control';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { builtInRoles, type BuiltInRole } from '@portcullis/domain/internal/built-in';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { missingMenus, missingPermissions } from '@portcullis/domain/internal/access/missing-built-in';
import { enabled } from '@portcullis/domain/internal/shared/status';
import type { CreateDependencies } from '../dependencies.ts';
import type { EventDependencies } from '../changes.ts';
import { createMenu } from '../menus/menus.ts';
import { createPermission } from '../permissions/permissions.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { setRoleMenus, setRolePermissions } from '../roles/roles.ts';

/** What `restoreBuiltIn` needs. */
export interface RestoreBuiltInInput {
  readonly actor: Actor;
  readonly list: 'menus' | 'permissions';
  /** Whether to roll everything back at the end. The caller then sees what is missing, and nothing is stored. */
  readonly isDryRun: boolean;
}

/** The menus or permissions that were restored. */
export interface Restored {
  /** The route names of the menus or the codes of the permissions, parents first. */
  readonly added: readonly string[];
  /** The built-in roles that got some of these entries back. */
  readonly roles: readonly { readonly code: string; readonly added: readonly string[] }[];
}

/**
 * Restores the built-in menus or permissions that were deleted. The restored entries get their original ids and are
 * assigned to the built-in roles that have them by default. Entries that still exist and their assignments
 * to roles do not change.
 * @throws {BusinessError} permission-name-taken, menu-too-deep; the message names the entry
 */
export const restoreBuiltIn =
  ({ work, clock, ids }: CreateDependencies<'permissions' | 'menus' | 'roles' | 'accessControl' | 'events'>) =>
  ({ actor, list, isDryRun }: RestoreBuiltInInput): Promise<Restored> =>
    work.run(
      async (tx) => {
        const installed = await tx.accessControl.lockAll();
        const restore = list === 'menus' ? restoreMenus : restorePermissions;
        return restore(tx, { clock, ids, actor }, installed);
      },
      { isDryRun },
    );

interface Effects extends EventDependencies {
  readonly actor: Actor;
}

async function restoreMenus(
  tx: Uses<'roles' | 'menus' | 'events'>,
  { actor, ...deps }: Effects,
  installed: AccessControl,
): Promise<Restored> {
  const missing = missingMenus(installed);
  for (const { roles: _roles, ...menu } of missing)
    await named(menu.routeName, createMenu.within(tx, deps, { ...menu, actor }));
  const entries = missing.map(({ routeName, ...menu }) => ({ ...menu, name: routeName }));
  const grants = grantsOf(entries);
  for (const { role, ids } of grants) {
    const held = installed.roles.find(({ id }) => id === role.id)?.menuIds ?? [];
    await setRoleMenus.within(tx, deps, { actor, roleId: role.id, menuIds: [...held, ...ids] });
  }
  return reportOf(entries, grants);
}

async function restorePermissions(
  tx: Uses<'roles' | 'permissions' | 'events'>,
  { actor, ...deps }: Effects,
  installed: AccessControl,
): Promise<Restored> {
  const missing = missingPermissions(installed);
  for (const { roles: _roles, ...permission } of missing) {
    const draft = { ...permission, actor, description: null, isSystem: true, status: enabled };
    await named(permission.code, createPermission.within(tx, deps, draft));
  }
  const entries = missing.map(({ id, code, roles }) => ({ id, name: code, roles }));
  const grants = grantsOf(entries);
  for (const { role, ids } of grants) {
    const held = installed.roles.find(({ id }) => id === role.id)?.permissionIds ?? [];
    await setRolePermissions.within(tx, deps, { actor, roleId: role.id, permissionIds: [...held, ...ids] });
  }
  return reportOf(entries, grants);
}

/** Awaits `done` and puts the name of the entry before the message of a `BusinessError`. */
async function named(name: string, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    throw error instanceof BusinessError ? new BusinessError(error.refusal, `${name}: ${error.message}`) : error;
  }
}

interface Entry<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** Codes of the built-in roles that have this entry by default. */
  readonly roles: readonly string[];
}

interface Grant<Id extends string> {
  readonly role: BuiltInRole;
  readonly ids: readonly Id[];
}

const grantsOf = <Id extends string>(entries: readonly Entry<Id>[]): readonly Grant<Id>[] =>
  builtInRoles
    .map((role) => ({ role, ids: entries.filter(({ roles }) => roles.includes(role.code)).map(({ id }) => id) }))
    .filter(({ ids }) => ids.length > 0);

const reportOf = <Id extends string>(entries: readonly Entry<Id>[], grants: readonly Grant<Id>[]): Restored => ({
  added: entries.map(({ name }) => name),
  roles: grants.map(({ role, ids }) => ({
    code: role.code,
    added: entries.filter(({ id }) => ids.includes(id)).map(({ name }) => name),
  })),
});
