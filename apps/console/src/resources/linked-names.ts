import type { Schemas } from '@portcullis/client';
import { api, can, moduleParts } from '../session/session.ts';
import { menuTitle, permissionName, roleName } from './built-in-names.ts';
import { loadPermissions } from './permissions.ts';
import { categoryNames, loadReferences } from './references.ts';
import { loadAllRoles } from './roles.ts';
import { targetNames } from './targets.ts';

type Event = Schemas['Event'];
type Names = ReadonlyMap<string, string>;

const menuNames = (nodes: readonly Schemas['MenuNode'][]): (readonly [string, string])[] =>
  nodes.flatMap((menu) => [[menu.id, menuTitle(menu)] as const, ...menuNames(menu.children)]);

/** Loads the ids and names of resources, such as all roles. */
type Loader = () => Promise<readonly (readonly [string, string])[]>;

const roles: Loader = async () => (await loadAllRoles()).map((role) => [role.id, roleName(role)] as const);
const permissions: Loader = async () =>
  (await loadPermissions()).map((permission) => [permission.id, permissionName(permission)] as const);
const menus: Loader = async () => (can('getMenuTree') ? menuNames(await api.get('/api/menus/tree')) : []);
const references: Loader = async () => {
  const { categories, tags } = await loadReferences();
  return [...categoryNames(categories), ...tags];
};

/**
 * For fields that contain ids, the loaders of the names. Ids in other fields, such as `sessionIds`, have no names here.
 * Menus and categories both have a `parentId`, so the keys for `parentId` begin with the kind of resource.
 */
const loaders: Readonly<Record<string, Loader>> = {
  roleId: roles,
  roleIds: roles,
  permissionIds: permissions,
  menuIds: menus,
  'menu.parentId': menus,
  tagIds: references,
  categoryId: references,
  'category.parentId': references,
};

const idsIn = (change: { readonly before: unknown; readonly after: unknown } | undefined): readonly string[] =>
  [change?.before, change?.after].flat().filter((id) => typeof id === 'string');

/**
 * Loads the names of the resources whose ids are in the changes of an event. For a resource that was deleted, or that the
 * person may not read, the screen shows the id.
 */
export async function loadLinkedNames({ subject, changes }: Event): Promise<Names> {
  const targets = moduleParts.value.resources.find(({ name }) => name === subject.type)?.fields ?? [];
  const referred = targets.flatMap(({ value: field, target }) =>
    target === null ? [] : [[target, new Set(idsIn(changes[field]))] as const],
  );
  const fields = Object.keys(changes).flatMap((field) => [field, `${subject.type}.${field}`]);
  const needed = new Set(fields.flatMap((field) => loaders[field] ?? []));
  const named = new Map(await targetNames(referred, new AbortController().signal).catch(() => []));
  const found = await Promise.allSettled([...needed].map((load) => load()));
  return new Map([...named, ...found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))]);
}
