import {
  BusinessError,
  changedFields,
  accessControlChanges,
  documentOf,
  InvalidDocument,
  type AccessControl,
  type AccessControlChanges,
  type AccessControlDocument,
  type EntryChange,
  type MenuEntry,
  type PermissionDraft,
  type RoleEntry,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { createMenuWithin } from '../menus/create-menu.ts';
import { updateMenuWithin } from '../menus/update-menu.ts';
import { createPermissionWithin } from '../permissions/create-permission.ts';
import { updatePermissionWithin } from '../permissions/update-permission.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { createRoleWithin } from '../roles/create-role.ts';
import { setRoleMenusWithin } from '../roles/set-role-menus.ts';
import { setRolePermissionsWithin } from '../roles/set-role-permissions.ts';
import { updateRoleWithin } from '../roles/update-role.ts';

export interface ImportAccessControlInput {
  readonly document: AccessControlDocument;
  /** Whether to do all of it and then keep nothing, to see what it would do and whether it would be refused. */
  readonly isDryRun: boolean;
}

/** Thrown at the end of a dry run, so that its transaction keeps nothing. */
class DryRun extends Error {
  readonly changes: AccessControlChanges;

  constructor(changes: AccessControlChanges) {
    super('A dry run keeps nothing.');
    this.changes = changes;
  }
}

/**
 * Makes permissions, menus and roles what a document says of them, all or nothing, by the rules of the routes that
 * change them one by one. What the document does not name stays as it is, and so do the roles of users: nothing is
 * audited.
 * @returns what it changed
 */
export const importAccessControl =
  (use: CreateDependencies) =>
  ({ document, isDryRun }: ImportAccessControlInput): Promise<AccessControlChanges> => {
    const run = use.work.run(async (tx) => {
      const installed = await tx.accessControl.lockAll();
      const changes = accessControlChanges(documentOf(installed), document);
      await applyWithin(tx, use, installed, changes);
      if (isDryRun) throw new DryRun(changes);
      return changes;
    });
    return run.catch((error: unknown) => {
      if (error instanceof DryRun) return error.changes;
      throw error;
    });
  };

export type ImportAccessControl = ReturnType<typeof importAccessControl>;

/** What the names of a document stand for here; grows as things are added. */
const idsOf = ({ permissions, menus, roles }: AccessControl) => ({
  permissions: new Map(permissions.map(({ code, id }) => [code, id])),
  menus: new Map(menus.map(({ routeName, id }) => [routeName, id])),
  roles: new Map(roles.map(({ code, id }) => [code, id])),
});

type Ids = ReturnType<typeof idsOf>;
type Effects = Pick<CreateDependencies, 'clock' | 'ids'>;

async function applyWithin(
  tx: Transaction,
  use: Effects,
  installed: AccessControl,
  { permissions, menus, roles }: AccessControlChanges,
): Promise<void> {
  const ids = idsOf(installed);
  for (const change of permissions) await at(change, applyPermission(tx, use, ids, change));
  for (const change of menus) await at(change, applyMenu(tx, use, ids, change));
  for (const change of roles) await at(change, applyRole(tx, use, ids, change));
}

/** Lets `done` tell the place of what it refuses. */
async function at({ place }: { readonly place: string }, done: Promise<void>): Promise<void> {
  try {
    await done;
  } catch (error) {
    throw error instanceof BusinessError ? new InvalidDocument([{ field: place, message: error.message }]) : error;
  }
}

async function applyPermission(
  tx: Transaction,
  use: Effects,
  { permissions: ids }: Ids,
  { key, after }: EntryChange<PermissionDraft>,
): Promise<void> {
  const id = ids.get(key);
  if (id === undefined) ids.set(key, (await createPermissionWithin(tx, use, after)).id);
  else await updatePermissionWithin(tx, use, { id, change: after });
}

async function applyMenu(
  tx: Transaction,
  use: Effects,
  { menus: ids }: Ids,
  { key, after: { parent, ...fields } }: EntryChange<MenuEntry>,
): Promise<void> {
  const id = ids.get(key);
  const parentId = parent === null ? null : (ids.get(parent) ?? null);
  if (id === undefined) ids.set(key, (await createMenuWithin(tx, use, { ...fields, parentId })).id);
  else await updateMenuWithin(tx, use, { id, change: fields });
}

async function applyRole(tx: Transaction, use: Effects, ids: Ids, change: EntryChange<RoleEntry>): Promise<void> {
  const { permissions, menus, ...draft } = change.after;
  const fields = changedFields(change);
  const id = ids.roles.get(change.key);
  const roleId = id ?? (await createRoleWithin(tx, use, draft)).id;
  // Of a system role only its links may differ.
  if (id !== undefined && fields.some((name) => name in draft)) await updateRoleWithin(tx, use, { id, change: draft });
  const permissionIds = permissions.flatMap((code) => ids.permissions.get(code) ?? []);
  if (fields.includes('permissions')) await setRolePermissionsWithin(tx, { roleId, permissionIds });
  const menuIds = menus.flatMap((routeName) => ids.menus.get(routeName) ?? []);
  if (fields.includes('menus')) await setRoleMenusWithin(tx, { roleId, menuIds });
}
