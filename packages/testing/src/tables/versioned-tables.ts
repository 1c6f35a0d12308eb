import type { LinkChange } from '@portcullis/domain/internal/shared/replace-links';
import { isSameJson, type Versioned } from '@portcullis/domain/internal/shared/version';
import type { VersionedCollection } from '@portcullis/application';
import type { LinkOwners } from '@portcullis/application/internal/ports/collection';
import type { LinkMap, State } from './state.ts';
import { setLinks, table, unlink, type TableRules } from './tables.ts';

type VersionedRow = Versioned & { readonly id: string };

/** A table whose rows have a version number. */
export interface VersionedRows<Row extends VersionedRow> {
  readonly rows: Map<Row['id'], Row>;
  readonly counted: State['counted'];
}

/**
 * Increments the version number of a row and sets its `updatedAt`, unless the row does not exist or this transaction has
 * already done it.
 */
export function incrementVersion<Row extends VersionedRow>({ rows, counted }: VersionedRows<Row>, id: Row['id']): void {
  const row = rows.get(id);
  if (row === undefined || counted.ids.has(id)) return;
  counted.ids.add(id);
  const updatedAt = row.updatedAt > counted.at ? row.updatedAt : counted.at;
  rows.set(id, { ...row, version: row.version + 1, updatedAt });
}

/** Returns a row without what its version number does not count. */
const shownBy = (row: VersionedRow): object => ({ ...row, version: undefined, updatedAt: undefined });

/** The constraints of a table whose rows have a version number. */
interface VersionedRules<Row extends VersionedRow> extends Omit<TableRules<Row>, 'beforeRemove'> {
  /**
   * Called before a row is removed. It removes dependent rows, or throws to prevent the removal.
   * @returns the number of other rows whose version number it incremented
   */
  readonly beforeRemove?: (id: Row['id']) => number;
}

/** Makes a collection on a map. It enforces constraints and increments version numbers, as the database does. */
export function versionedTable<Row extends VersionedRow>(
  counting: VersionedRows<Row>,
  { beforeRemove = () => 0, ...rules }: VersionedRules<Row> = {},
): VersionedCollection<Row> & LinkOwners<Row['id']> {
  const { rows, counted } = counting;
  const { lock, add, save, remove } = table(rows, rules);
  return {
    lock,
    remove: async (id) => {
      const changed = beforeRemove(id);
      await remove(id);
      return changed;
    },
    add: async (row) => {
      await add(row);
      counted.ids.add(row.id);
    },
    save: async (row) => {
      const stored = rows.get(row.id);
      if (stored === undefined) return row;
      const isChanged = !isSameJson(shownBy(row), shownBy(stored));
      if (isChanged) incrementVersion(counting, row.id);
      const { version } = rows.get(row.id) ?? row;
      const updatedAt = isChanged || counted.ids.has(row.id) ? row.updatedAt : stored.updatedAt;
      await save({ ...row, version, updatedAt });
      return { version, updatedAt };
    },
    setUpdatedAt: async (id, at) => {
      const stored = rows.get(id);
      if (stored === undefined) throw new Error(`There is no row ${id}.`);
      if (counted.ids.has(id)) rows.set(id, { ...stored, updatedAt: at });
      return stored.version;
    },
  };
}

/** Makes a function that changes the links of an owner, and increments the version number of the owner if they change. */
export function setVersionedLinks<Owner extends VersionedRow, Linked extends string>(
  links: LinkMap<Owner['id'], Linked>,
  owners: VersionedRows<Owner>,
  targets: ReadonlyMap<Linked, unknown>,
): (owner: Owner['id'], change: LinkChange<Linked>) => Promise<void> {
  const set = setLinks(links, owners.rows, targets);
  return async (owner, change) => {
    const before = links.get(owner) ?? [];
    set(owner, change);
    const after = links.get(owner) ?? [];
    if (before.length !== after.length || before.some((id) => !after.includes(id))) incrementVersion(owners, owner);
  };
}

/**
 * Removes all links to `target`, and increments the version numbers of the owners of these links.
 * @returns the number of these owners
 */
export function unlinkOwners<Owner extends VersionedRow, Linked extends string>(
  links: LinkMap<Owner['id'], Linked>,
  owners: VersionedRows<Owner>,
  target: Linked,
): number {
  const linking = [...links].filter(([, linked]) => linked.includes(target));
  for (const [owner] of linking) incrementVersion(owners, owner);
  unlink(links, target);
  return linking.length;
}

/**
 * Returns the only row of a table after a change of its list: with a new version number if the list differs.
 * @param column the name of the list
 */
export const changedRow = <Row extends Versioned>(stored: Row, changed: Row, column: keyof Row): Row =>
  isSameJson(changed[column], stored[column]) ? stored : { ...changed, version: stored.version + 1 };
