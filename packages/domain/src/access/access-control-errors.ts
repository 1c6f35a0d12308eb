import { codeOf, routeNameOf, type AccessControlDocument } from './access-control.ts';
import type { FieldError } from '../shared/errors.ts';
import { importedRouteErrors } from './route-changes.ts';

/**
 * Finds all errors of the following kinds in an access-control document. An import can also be refused for other
 * reasons, for example because menus form a cycle.
 * - A code, a route name or the name of an attribute occurs more than once.
 * - A permission or role has the name of an entry with another code, in the document or in the installation.
 * - A role or menu refers to an entry that exists neither in the document nor in the installation.
 * - A role has a condition for a permission that it does not have.
 * - A menu has another parent in the installation than in the document. An import never moves a menu.
 * - A protected route is not valid, or not together with those that the installation keeps.
 */
export const documentErrors = (
  document: AccessControlDocument,
  installed: AccessControlDocument,
): readonly FieldError[] => [
  ...repeated('permissions', 'code', document.permissions.map(codeOf)),
  ...repeated('menus', 'routeName', document.menus.map(routeNameOf)),
  ...repeated('roles', 'code', document.roles.map(codeOf)),
  ...repeated(
    'userAttributes',
    'name',
    (document.userAttributes ?? []).map(({ name }) => name),
  ),
  ...takenNames('permissions', document.permissions, installed.permissions),
  ...takenNames('roles', document.roles, installed.roles),
  ...unknownLinks(document, installed),
  ...movedMenus(document, installed),
  ...importedRouteErrors(document.protectedRoutes ?? [], installed.protectedRoutes ?? []),
];

const fieldError = (field: string, message: string): FieldError => ({ field, message });

function repeated(list: string, field: string, keys: readonly string[]): readonly FieldError[] {
  const firsts = new Map(keys.map((key, index) => [key, index] as const).toReversed());
  return keys.flatMap((key, index) => {
    const first = firsts.get(key);
    return first === index
      ? []
      : [fieldError(`${list}[${index}].${field}`, `'${key}' is already used in ${list}[${first}].`)];
  });
}

/** Finds the names that an entry with another code also has. Names must be unique, like codes. */
function takenNames<Entry extends { readonly code: string; readonly name: string }>(
  list: string,
  wanted: readonly Entry[],
  installed: readonly Entry[],
): readonly FieldError[] {
  const wantedCodes = new Set(wanted.map(codeOf));
  const all = [...installed.filter(({ code }) => !wantedCodes.has(code)), ...wanted];
  const holders = new Map(all.map(({ name, code }) => [name, code] as const).toReversed());
  return wanted.flatMap(({ code, name }, index) => {
    const holder = holders.get(name);
    return holder === code ? [] : [fieldError(`${list}[${index}].name`, `'${name}' is the name of ${holder}.`)];
  });
}

function unknownLinks(document: AccessControlDocument, installed: AccessControlDocument): readonly FieldError[] {
  const existing = {
    permission: new Set([...installed.permissions, ...document.permissions].map(codeOf)),
    menu: new Set([...installed.menus, ...document.menus].map(routeNameOf)),
  };
  const check = (field: string, noun: keyof typeof existing, name: string | null): readonly FieldError[] =>
    name === null || existing[noun].has(name)
      ? []
      : [fieldError(field, `There is no ${noun} '${name}', neither in the document nor installed.`)];
  return [
    ...document.menus.flatMap(({ parent }, menu) => check(`menus[${menu}].parent`, 'menu', parent)),
    ...document.roles.flatMap(({ permissions, menus, conditions = {} }, role) => [
      ...Object.keys(conditions)
        .filter((code) => !permissions.includes(code))
        .map((code) => fieldError(`roles[${role}].conditions.${code}`, 'The role does not have this permission.')),
      ...permissions.flatMap((code, index) => check(`roles[${role}].permissions[${index}]`, 'permission', code)),
      ...menus.flatMap((routeName, index) => check(`roles[${role}].menus[${index}]`, 'menu', routeName)),
    ]),
  ];
}

function movedMenus(document: AccessControlDocument, installed: AccessControlDocument): readonly FieldError[] {
  const parents = new Map(installed.menus.map(({ routeName, parent }) => [routeName, parent]));
  return document.menus.flatMap(({ routeName, parent }, index) => {
    const installedParent = parents.get(routeName);
    if (installedParent === undefined || installedParent === parent) return [];
    const place = installedParent === null ? 'at the root' : `below '${installedParent}'`;
    const message = `The installed menu is ${place}, and an import never moves a menu. Move it first, or use that parent.`;
    return [fieldError(`menus[${index}].parent`, message)];
  });
}
