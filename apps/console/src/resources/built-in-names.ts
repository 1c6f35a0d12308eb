import {
  builtInMenus,
  builtInPermissions,
  builtInRoles,
  contentPermissions,
} from '@portcullis/domain/internal/built-in';
import { texts } from '../language/language.ts';

/** A role or a permission, which programs know by its code. */
interface Named {
  readonly code: string;
  readonly name: string;
}

/** The names that the service stores in English, by their codes. Whoever renames a built-in resource keeps that name. */
const stored: ReadonlyMap<string, string> = new Map([
  ...[...builtInRoles, ...builtInPermissions, ...contentPermissions].map(({ code, name }) => [code, name] as const),
  ...builtInMenus.map(({ routeName, menuName }) => [routeName, menuName ?? ''] as const),
]);

function nameIn(names: Readonly<Record<string, string>>, code: string, name: string): string {
  return stored.get(code) === name ? (names[code] ?? name) : name;
}

/** Returns the name of a role. The name of a built-in role is translated, unless somebody has changed it. */
export const roleName = ({ code, name }: Named): string => nameIn(texts().builtIn.roles, code, name);

/** Returns the name of a permission. The name of a built-in permission is translated, unless somebody has changed it. */
export const permissionName = ({ code, name }: Named): string => nameIn(texts().builtIn.permissions, code, name);

const nameAmong = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;

/** Returns the translated name of a built-in role by its code; another code as it is. */
export const roleNameOf = (code: string): string => nameAmong(texts().builtIn.roles, code);

/** Returns the translated name of a built-in permission by its code; another code as it is. */
export const permissionNameOf = (code: string): string => nameAmong(texts().builtIn.permissions, code);

/** Returns the translated name of what a permission is about; another word as it is. */
export const resourceName = (resource: string): string => nameAmong(texts().builtIn.resources, resource);

/** Returns the translated name of what a permission allows; another word as it is. */
export const actionName = (action: string): string => nameAmong(texts().builtIn.actions, action);

/** Returns the title of a menu. The title of a built-in menu is translated, unless somebody has changed it. */
export const menuTitle = (menu: { readonly routeName: string; readonly title: string }): string =>
  nameIn(texts().builtIn.menus, menu.routeName, menu.title);
