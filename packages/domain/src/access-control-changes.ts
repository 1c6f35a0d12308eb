import {
  codeOf,
  DocumentRefused,
  routeNameOf,
  type AccessControlDocument,
  type MenuEntry,
  type RoleEntry,
} from './access-control.ts';
import { faultsIn } from './access-control-faults.ts';
import type { PermissionDraft } from './permission.ts';
import { compareText } from './tree.ts';

/** What a document changes of one thing, or adds. */
export interface EntryChange<Entry> {
  /** Where the document has it, such as `roles[2]`. */
  readonly place: string;
  /** The code or route name that it is known by, here and there. */
  readonly key: string;
  /** As it is now; `undefined` where it is added. */
  readonly before: Entry | undefined;
  readonly after: Entry;
}

/** What a document changes of an installation. Nothing is ever removed; menus come after those above them. */
export interface AccessControlChanges {
  readonly permissions: readonly EntryChange<PermissionDraft>[];
  readonly menus: readonly EntryChange<MenuEntry>[];
  readonly roles: readonly EntryChange<RoleEntry>[];
}

/**
 * What makes the installation say what the document says of all that it names; nothing, where it says so already.
 * Throws `DocumentRefused`.
 */
export function changesTo(installed: AccessControlDocument, wanted: AccessControlDocument): AccessControlChanges {
  const faults = faultsIn(wanted, installed);
  if (faults.length > 0) throw new DocumentRefused(faults);
  const menus = changed('menus', routeNameOf, installed.menus, wanted.menus);
  return {
    permissions: changed('permissions', codeOf, installed.permissions, wanted.permissions),
    menus: parentsFirst(menus, installed.menus.map(routeNameOf)),
    roles: changed('roles', codeOf, installed.roles, wanted.roles.map(withSortedLinks)),
  };
}

/** The fields in which an entry differs from what is installed; of one that is added, all. */
export function changedFields<Entry extends object>({ before, after }: EntryChange<Entry>): (keyof Entry)[] {
  const names = Object.keys(after).filter((name): name is keyof Entry & string => name in after);
  return before === undefined ? names : names.filter((name) => !isSame(before[name], after[name]));
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
  const known = new Map(installed.map((entry) => [keyOf(entry), entry]));
  return wanted
    .map((after, index) => {
      const key = keyOf(after);
      return { place: `${list}[${index}]`, key, before: known.get(key), after };
    })
    .filter((change) => changedFields(change).length > 0);
}

/** Whether two JSON values are the same; the order of keys does not count, since the database does not keep it. */
const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(withSortedKeys(a)) === JSON.stringify(withSortedKeys(b));

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => compareText(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}

/** Throws `DocumentRefused` for menus that stand below themselves. */
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
      const message = 'This menu stands below itself.';
      throw new DocumentRefused(left.map(({ place }) => ({ field: `${place}.parent`, message })));
    }
    for (const { key } of next) placed.add(key);
    sorted.push(...next);
    left = left.filter((change) => !next.has(change));
  }
  return sorted;
}
