import {
  codeOf,
  InvalidDocument,
  routeNameOf,
  type AccessControlDocument,
  type ImportedDocument,
  type MenuEntry,
  type RoleEntry,
} from './access-control.ts';
import { documentErrors } from './access-control-errors.ts';
import type { EditablePermission } from '../roles/permission.ts';
import { routesByPath, shapeOfRoutes, type RoutesOfPath } from './route-changes.ts';
import { isSameJson } from '../shared/version.ts';
import { compareText } from '../shared/tree.ts';
import type { AttributeDeclaration } from '../conditions/user-attribute.ts';

/** One permission, menu, role, attribute or pattern of protected routes that an access-control document adds or changes. */
export interface EntryChange<Entry> {
  /** Position of the entry in the document, such as `roles[2]`. */
  readonly place: string;
  /** The code, route name, name or pattern that identifies the entry in every installation. */
  readonly key: string;
  /** The entry in the installation; `undefined` if the document adds a new entry. */
  readonly before: Entry | undefined;
  readonly after: Entry;
}

/**
 * The entries of a document that are missing in an installation or have different values there. An import never removes
 * entries. Parent menus come before their children.
 */
export interface AccessControlChanges {
  readonly permissions: readonly EntryChange<EditablePermission>[];
  readonly menus: readonly EntryChange<MenuEntry>[];
  readonly roles: readonly EntryChange<RoleEntry>[];
  readonly userAttributes: readonly EntryChange<AttributeDeclaration>[];
  /** The routes of a pattern replace all installed routes of this pattern. */
  readonly protectedRoutes: readonly EntryChange<RoutesOfPath>[];
}

/**
 * Compares an access-control document with an installation, and returns the changes that an import makes. If a role in
 * the document has no `requiresFactor`, the value of the installed role does not change, and a new role gets false.
 * @throws {InvalidDocument} when the document has errors that `documentErrors` finds, or when menus form a cycle
 */
export function accessControlChanges(
  installed: AccessControlDocument,
  imported: ImportedDocument,
): AccessControlChanges {
  const wanted = { ...imported, roles: withRequiredFactors(installed.roles, imported.roles) };
  const errors = documentErrors(wanted, installed);
  if (errors.length > 0) throw new InvalidDocument(errors);
  const menus = changed('menus', routeNameOf, installed.menus, wanted.menus);
  return {
    permissions: changed('permissions', codeOf, installed.permissions, wanted.permissions),
    menus: parentsFirst(menus, installed.menus.map(routeNameOf)),
    roles: changed('roles', codeOf, installed.roles, wanted.roles.map(withSortedLinks)),
    userAttributes: changed(
      'userAttributes',
      ({ name }) => name,
      installed.userAttributes ?? [],
      wanted.userAttributes ?? [],
    ),
    protectedRoutes: changed(
      'protectedRoutes',
      shapeOfRoutes,
      routesByPath(installed.protectedRoutes ?? []),
      routesByPath(wanted.protectedRoutes ?? []),
    ),
  };
}

/** Returns the names of the fields that an entry changes. If the document adds the entry, these are all its fields. */
export function changedFields<Entry extends object>({ before, after }: EntryChange<Entry>): (keyof Entry)[] {
  const names = Object.keys(after).filter((name): name is keyof Entry & string => name in after);
  return before === undefined ? names : names.filter((name) => !isSameJson(before[name], after[name]));
}

function withRequiredFactors(installed: readonly RoleEntry[], imported: ImportedDocument['roles']): RoleEntry[] {
  const required = new Set(installed.filter(({ requiresFactor }) => requiresFactor).map(codeOf));
  return imported.map((role) => ({ ...role, requiresFactor: role.requiresFactor ?? required.has(role.code) }));
}

const withSortedLinks = (role: RoleEntry): RoleEntry => ({
  ...role,
  permissions: [...new Set(role.permissions)].toSorted(compareText),
  menus: [...new Set(role.menus)].toSorted(compareText),
});

function changed<Entry extends object>(
  list: string,
  keyOf: (entry: Entry) => string,
  installed: readonly Entry[],
  wanted: readonly Entry[],
): readonly EntryChange<Entry>[] {
  const installedByKey = new Map(installed.map((entry) => [keyOf(entry), entry]));
  return wanted
    .map((after, index) => {
      const key = keyOf(after);
      return { place: `${list}[${index}]`, key, before: installedByKey.get(key), after };
    })
    .filter((change) => changedFields(change).length > 0);
}

/** @throws {InvalidDocument} when menus form a cycle */
function parentsFirst(
  changes: readonly EntryChange<MenuEntry>[],
  installed: readonly string[],
): readonly EntryChange<MenuEntry>[] {
  const placed = new Set(installed);
  const sorted: EntryChange<MenuEntry>[] = [];
  let left = changes;
  while (left.length > 0) {
    const next = new Set(left.filter(({ after: { parent } }) => parent === null || placed.has(parent)));
    if (next.size === 0) {
      const message = 'This menu is below itself.';
      throw new InvalidDocument(left.map(({ place }) => ({ field: `${place}.parent`, message })));
    }
    for (const { key } of next) placed.add(key);
    sorted.push(...next);
    left = left.filter((change) => !next.has(change));
  }
  return sorted;
}
