import {
  accessControlEvents,
  documentOf,
  InvalidDocument,
  type AccessControl,
  type ImportedDocument,
  type MenuEntry,
  type RoleEntry,
} from '@portcullis/domain/internal/access/access-control';
import {
  changedFields,
  accessControlChanges,
  type AccessControlChanges,
  type EntryChange,
} from '@portcullis/domain/internal/access/access-control-changes';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { EditablePermission } from '@portcullis/domain/internal/roles/permission';
import { routesOfOtherPaths } from '@portcullis/domain/internal/access/route-changes';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { type EventDependencies, inTransaction, recordEvent } from '../changes.ts';
import { createMenu, updateMenu } from '../menus/menus.ts';
import { createPermission, updatePermission } from '../permissions/permissions.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { setUserAttributes } from '../user-attributes/user-attributes.ts';
import { setProtectedRoutes } from './set-protected-routes.ts';
import { setPermissionGrants } from '../roles/set-permission-grants.ts';
import { createRole, setRoleMenus, setRolePermissions, updateRole } from '../roles/roles.ts';

/** What an import changes. */
export interface ImportPlan {
  /** The stored permissions, menus and roles. The transaction has locked them. */
  readonly installed: AccessControl;
  readonly changes: AccessControlChanges;
}

/**
 * Locks the stored permissions, menus and roles, and compares them with an imported document.
 * @throws {InvalidDocument} if the document cannot be applied
 */
export async function planImport(tx: Uses<'accessControl'>, document: ImportedDocument): Promise<ImportPlan> {
  const installed = await tx.accessControl.lockAll();
  return { installed, changes: accessControlChanges(documentOf(installed), document) };
}

/**
 * Makes the changes of a plan by the same rules as when a single permission, menu or role is added or changed, and
 * records the import. No audit record is added, because only a change to a user's roles needs one.
 * @throws {InvalidDocument} if a rule refuses a change
 */
export async function applyImport(
  tx: Uses<'permissions' | 'menus' | 'roles' | 'userAttributes' | 'routeTables' | 'events'>,
  { clock, ids }: EventDependencies,
  actor: Actor,
  { installed, changes }: ImportPlan,
): Promise<void> {
  await applyChanges(tx, { clock, ids, actor }, installed, changes);
  await recordEvent(
    tx,
    { clock, ids },
    {
      event: accessControlEvents.imported,
      actor,
      subject: { id: null },
      before: { permissions: 0, menus: 0, roles: 0 },
      after: { permissions: changes.permissions.length, menus: changes.menus.length, roles: changes.roles.length },
    },
  );
}

/**
 * Adds and changes permissions, menus, roles, declarations of user attributes and protected routes so that they match an imported
 * document. Everything happens in one transaction. Entries that the document does not contain do not change.
 * @returns the changes
 * @throws {InvalidDocument} if the document cannot be applied
 */
export const importAccessControl = inTransaction(
  async (
    tx: Uses<'permissions' | 'menus' | 'roles' | 'userAttributes' | 'routeTables' | 'accessControl' | 'events'>,
    deps,
    { actor, document }: { readonly actor: Actor; readonly document: ImportedDocument },
  ): Promise<AccessControlChanges> => {
    const plan = await planImport(tx, document);
    await applyImport(tx, deps, actor, plan);
    return plan.changes;
  },
);

/**
 * Maps the codes and route names of the stored entries to their ids. The ids of new permissions and menus are added
 * later.
 */
const idsOf = ({ permissions, menus, roles }: AccessControl) => ({
  permissions: new Map(permissions.map(({ code, id }) => [code, id])),
  menus: new Map(menus.map(({ routeName, id }) => [routeName, id])),
  roles: new Map(roles.map(({ code, id }) => [code, id])),
});

type Ids = ReturnType<typeof idsOf>;
/** The dependencies of the functions that change entries, and the actor that the event log records. */
interface Effects extends EventDependencies {
  readonly actor: Actor;
}

async function applyChanges(
  tx: Uses<'roles' | 'permissions' | 'menus' | 'userAttributes' | 'routeTables' | 'events'>,
  deps: Effects,
  installed: AccessControl,
  { permissions, menus, roles, userAttributes, protectedRoutes }: AccessControlChanges,
): Promise<void> {
  const ids = idsOf(installed);
  const [attribute] = userAttributes;
  if (attribute !== undefined) {
    const attributes = mergedDeclarations(installed.userAttributes, userAttributes);
    await at(attribute, setUserAttributes.within(tx, deps, { actor: deps.actor, attributes }));
  }
  for (const change of permissions) await at(change, applyPermission(tx, deps, ids, change));
  for (const change of menus) await at(change, applyMenu(tx, deps, ids, change));
  for (const change of roles) await at(change, applyRole(tx, deps, ids, change));
  if (protectedRoutes.length > 0) {
    const changed = protectedRoutes.flatMap(({ after }) => after.routes);
    const routes = [...routesOfOtherPaths(installed.protectedRoutes, changed), ...changed];
    await setProtectedRoutes.within(tx, deps, { actor: deps.actor, routes });
  }
}

/** Returns the installed declarations with the changed ones in their places, followed by the new ones. */
const mergedDeclarations = (
  installed: readonly AttributeDeclaration[],
  changes: readonly EntryChange<AttributeDeclaration>[],
): readonly AttributeDeclaration[] => [
  ...installed.map((stored) => changes.find(({ key }) => key === stored.name)?.after ?? stored),
  ...changes.filter(({ before }) => before === undefined).map(({ after }) => after),
];

/**
 * Awaits `done` and converts a `BusinessError` to an `InvalidDocument` with the position of the entry in the document.
 */
async function at({ place }: { readonly place: string }, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    throw error instanceof BusinessError ? new InvalidDocument([{ field: place, message: error.message }]) : error;
  }
}

async function applyPermission(
  tx: Uses<'permissions' | 'events'>,
  deps: Effects,
  { permissions: ids }: Ids,
  { key, after }: EntryChange<EditablePermission>,
): Promise<void> {
  const id = ids.get(key);
  if (id === undefined) ids.set(key, (await createPermission.within(tx, deps, { ...after, actor: deps.actor })).id);
  else await updatePermission.within(tx, deps, { actor: deps.actor, id, change: after });
}

async function applyMenu(
  tx: Uses<'menus' | 'events'>,
  deps: Effects,
  { menus: ids }: Ids,
  { key, after: { parent, ...fields } }: EntryChange<MenuEntry>,
): Promise<void> {
  const id = ids.get(key);
  const parentId = parent === null ? null : (ids.get(parent) ?? null);
  if (id === undefined)
    ids.set(key, (await createMenu.within(tx, deps, { ...fields, actor: deps.actor, parentId })).id);
  else await updateMenu.within(tx, deps, { actor: deps.actor, id, change: fields });
}

async function applyRole(
  tx: Uses<'roles' | 'permissions' | 'menus' | 'userAttributes' | 'events'>,
  deps: Effects,
  ids: Ids,
  change: EntryChange<RoleEntry>,
): Promise<void> {
  const { permissions, menus, conditions, ...draft } = change.after;
  const fields = changedFields(change);
  const { actor } = deps;
  const id = ids.roles.get(change.key);
  const roleId = id ?? (await createRole.within(tx, deps, { ...draft, actor })).id;
  // For a system role, an update is refused if it contains a field that must not change, even with the stored value.
  // The update therefore contains only the fields that differ.
  const differing = Object.fromEntries(
    Object.entries(draft).filter(([name]) => fields.some((field) => field === name)),
  );
  if (id !== undefined && Object.keys(differing).length > 0)
    await updateRole.within(tx, deps, { actor, id, change: differing });
  const permissionIds = permissions.flatMap((code) => ids.permissions.get(code) ?? []);
  if (conditions === undefined) {
    if (fields.includes('permissions')) await setRolePermissions.within(tx, deps, { actor, roleId, permissionIds });
  } else if (fields.includes('permissions') || fields.includes('conditions')) {
    const grants = permissions.flatMap((code) => {
      const permissionId = ids.permissions.get(code);
      return permissionId === undefined ? [] : [{ permissionId, condition: conditions[code] ?? null }];
    });
    await setPermissionGrants.within(tx, deps, { actor, roleId, grants });
  }
  const menuIds = menus.flatMap((routeName) => ids.menus.get(routeName) ?? []);
  if (fields.includes('menus')) await setRoleMenus.within(tx, deps, { actor, roleId, menuIds });
}
