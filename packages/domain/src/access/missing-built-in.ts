import { routeNameOf, codeOf, type AccessControl } from './access-control.ts';
import {
  builtInMenus,
  builtInPermissions,
  builtInRoles,
  contentPermissions,
  type BuiltInMenu,
  type BuiltInPermission,
} from '../built-in.ts';
import type { EditablePermission } from '../roles/permission.ts';
import { enabled } from '../shared/status.ts';

/** A built-in permission that was deleted. */
export interface MissingPermission extends BuiltInPermission {
  /** Codes of the built-in roles that are granted the permission. */
  readonly roles: readonly string[];
}

const rolesOf = (permission: BuiltInPermission['code']): readonly string[] =>
  builtInRoles.filter(({ permissions }) => permissions.includes(permission)).map(({ code }) => code);

/**
 * Returns the built-in permissions that an installation lacks. A permission is not missing if its id or its code
 * exists, because an administrator may have changed it or created it again.
 */
export function missingPermissions({ permissions }: Pick<AccessControl, 'permissions'>): readonly MissingPermission[] {
  const ids = new Set(permissions.map(({ id }) => id));
  const codes = new Set(permissions.map(codeOf));
  return builtInPermissions
    .filter(({ id, code }) => !ids.has(id) && !codes.has(code))
    .map((permission) => ({ ...permission, roles: rolesOf(permission.code) }));
}

/**
 * Returns the built-in menus that an installation lacks, parents first. A menu is not missing if its id or its route
 * name exists.
 * @returns the missing menus. `parentId` is the id of the installed parent, or the built-in id if the parent is missing
 * too.
 */
export function missingMenus({ menus }: Pick<AccessControl, 'menus'>): readonly BuiltInMenu[] {
  const ids = new Set(menus.map(({ id }) => id));
  const idByRouteName = new Map(menus.map((menu) => [routeNameOf(menu), menu.id]));
  const installedId = ({ id, routeName }: BuiltInMenu) => (ids.has(id) ? id : idByRouteName.get(routeName));
  return builtInMenus
    .filter((menu) => installedId(menu) === undefined)
    .map((menu) => {
      const parent = builtInMenus.find(({ id }) => id === menu.parentId);
      return { ...menu, parentId: (parent && installedId(parent)) ?? menu.parentId };
    });
}

/**
 * Returns the permissions for contents with some codes that do not exist yet, as they are to be created. Each has a name
 * that no existing permission has.
 * @param codes codes of other permissions are ignored
 */
export function missingContentPermissions(
  codes: readonly string[],
  existing: readonly Pick<EditablePermission, 'code' | 'name'>[],
): readonly EditablePermission[] {
  const names = new Set(existing.map(({ name }) => name));
  return contentPermissions
    .filter(({ code }) => codes.includes(code) && existing.every((each) => each.code !== code))
    .map((permission) => {
      const { code, name } = permission;
      const candidates = [name, code, ...Array.from(names, (_, index) => `${name} (${index + 2})`)];
      const free = candidates.find((each) => !names.has(each)) ?? name;
      names.add(free);
      return { ...permission, name: free, description: null, status: enabled };
    });
}
