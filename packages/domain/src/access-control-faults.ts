import { codeOf, routeNameOf, type AccessControlDocument } from './access-control.ts';
import type { FieldError } from './errors.ts';

/**
 * Everything that keeps a document from being imported into an installation: names that stand there twice or belong to
 * something else, links to what is in neither, and menus that stand elsewhere here, for an import moves no menu.
 */
export const faultsIn = (document: AccessControlDocument, installed: AccessControlDocument): readonly FieldError[] => [
  ...repeated('permissions', 'code', document.permissions.map(codeOf)),
  ...repeated('menus', 'routeName', document.menus.map(routeNameOf)),
  ...repeated('roles', 'code', document.roles.map(codeOf)),
  ...takenNames('permissions', document.permissions, installed.permissions),
  ...takenNames('roles', document.roles, installed.roles),
  ...strangeLinks(document, installed),
  ...movedMenus(document, installed),
];

const fault = (field: string, message: string): FieldError => ({ field, message });

function repeated(list: string, field: string, keys: readonly string[]): readonly FieldError[] {
  const firsts = new Map(keys.map((key, index) => [key, index] as const).toReversed());
  return keys.flatMap((key, index) => {
    const first = firsts.get(key);
    return first === index
      ? []
      : [fault(`${list}[${index}].${field}`, `'${key}' stands in ${list}[${first}] already.`)];
  });
}

/** Names are as unique as codes. */
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
    return holder === code ? [] : [fault(`${list}[${index}].name`, `'${name}' is the name of ${holder}.`)];
  });
}

function strangeLinks(document: AccessControlDocument, installed: AccessControlDocument): readonly FieldError[] {
  const known = {
    permission: new Set([...installed.permissions, ...document.permissions].map(codeOf)),
    menu: new Set([...installed.menus, ...document.menus].map(routeNameOf)),
  };
  const check = (field: string, noun: keyof typeof known, name: string | null): readonly FieldError[] =>
    name === null || known[noun].has(name)
      ? []
      : [fault(field, `There is no ${noun} '${name}', neither in the document nor installed.`)];
  return [
    ...document.menus.flatMap(({ parent }, menu) => check(`menus[${menu}].parent`, 'menu', parent)),
    ...document.roles.flatMap(({ permissions, menus }, role) => [
      ...permissions.flatMap((code, index) => check(`roles[${role}].permissions[${index}]`, 'permission', code)),
      ...menus.flatMap((routeName, index) => check(`roles[${role}].menus[${index}]`, 'menu', routeName)),
    ]),
  ];
}

function movedMenus(document: AccessControlDocument, installed: AccessControlDocument): readonly FieldError[] {
  const parents = new Map(installed.menus.map(({ routeName, parent }) => [routeName, parent]));
  return document.menus.flatMap(({ routeName, parent }, index) => {
    const here = parents.get(routeName);
    if (here === undefined || here === parent) return [];
    const place = here === null ? 'at the root' : `below '${here}'`;
    const message = `This menu stands ${place} here, and an import moves no menu. Move it first, or name that parent.`;
    return [fault(`menus[${index}].parent`, message)];
  });
}
