import { contentPermissions } from '@portcullis/domain/internal/built-in';
import type { Category } from '@portcullis/domain/internal/contents/category';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { MenuView } from '@portcullis/domain/internal/menus/menu';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { TagView } from '@portcullis/domain/internal/contents/tag';
import type { Utf8Text } from '@portcullis/domain/internal/names/text';
import { expect } from 'chai';
import type { Api } from './api.ts';
import { unique } from './service.ts';

/** The type of a value after its conversion to JSON, in which dates and bytes become strings. */
export type Wire<T> = T extends Date | Utf8Text
  ? string
  : T extends string | number | boolean | null
    ? T
    : { readonly [Key in keyof T]: Wire<T[Key]> };

/** Fields of a request body. In the functions that have defaults, these fields replace them. */
type Fields = Readonly<Record<string, unknown>>;

/** Sends `POST path` and returns the created resource. */
export async function createResource<Thing>(api: Api, path: string, body: Fields): Promise<Thing> {
  const { status, data, message } = await api.post<Thing>(path, body);
  expect(status, message).to.equal(201);
  return data;
}

export function aPermission(api: Api, fields: Fields = {}): Promise<Wire<Permission>> {
  const code = `${unique('report')}.read`;
  return createResource(api, '/permissions', {
    code,
    name: `May ${code}`,
    resource: 'report',
    action: 'read',
    ...fields,
  });
}

/** Creates those permissions for contents that do not exist. Returns the ids of those with the given codes. */
export async function contentPermissionIds(
  api: Api,
  codes: readonly string[] = contentPermissions.map(({ code }) => code),
): Promise<readonly string[]> {
  for (const { code, name, resource, action } of contentPermissions) {
    const { status } = await api.post('/permissions', { code, name, resource, action });
    expect([201, 409]).to.include(status);
  }
  const { data } = await api.get<Readonly<Record<string, readonly Wire<Permission>[]>>>('/permissions/by-resource');
  return Object.values(data)
    .flat()
    .filter(({ code }) => codes.includes(code))
    .map(({ id }) => id);
}

interface RoleLinks {
  readonly permissionIds?: readonly string[];
  readonly menuIds?: readonly string[];
}

/** Creates a custom role with these permissions and menus. */
export async function aRole(api: Api, links: RoleLinks = {}, fields: Fields = {}): Promise<Wire<Role>> {
  const code = unique('ROLE_').toUpperCase();
  const role = await createResource<Wire<Role>>(api, '/roles', { code, name: `Role ${code}`, ...fields });
  const { permissionIds, menuIds } = links;
  if (permissionIds !== undefined) await expectSuccess(api.post(`/roles/${role.id}/permissions`, { permissionIds }));
  if (menuIds !== undefined) await expectSuccess(api.post(`/roles/${role.id}/menus`, { menuIds }));
  return role;
}

/** Creates a menu, by default of the type page and at the root of the tree. */
export function aMenu(api: Api, fields: Fields = {}): Promise<Wire<MenuView>> {
  const routeName = unique('menu-');
  return createResource(api, '/menus', { routeName, routePath: `/${routeName}`, menuType: 2, ...fields });
}

/** Creates a content, by default a draft with a Markdown text. */
export const aContent = (api: Api, fields: Fields = {}): Promise<Wire<ContentView>> =>
  createResource(api, '/contents', { title: unique('Content '), contentMd: 'Some *text*.', ...fields });

export const aCategory = (api: Api, fields: Fields = {}): Promise<Wire<Category>> =>
  createResource(api, '/categories', { name: unique('Category '), ...fields });

export const aTag = (api: Api, fields: Fields = {}): Promise<Wire<TagView>> =>
  createResource(api, '/tags', { name: unique('Tag '), ...fields });

/** Expects a response with status 200 or 201, and returns its data. */
export async function expectSuccess<Data>(
  response: Promise<{ readonly status: number; readonly message: string; readonly data: Data }>,
): Promise<Data> {
  const { status, message, data } = await response;
  expect(status, message).to.be.oneOf([200, 201]);
  return data;
}
