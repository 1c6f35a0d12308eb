import { BusinessError, takenMessages, type TakenRefusal } from '@portcullis/domain/internal/shared/errors';
import type { LinkChange } from '@portcullis/domain/internal/shared/replace-links';
import { type Collection, StoreFailure } from '@portcullis/application';
import type { LinkMap } from './state.ts';

/** The constraints of a table. */
export interface TableRules<Row extends { readonly id: string }> {
  /**
   * The unique keys. They are checked in this order. If several keys are already in use, the error of the first one is
   * thrown.
   */
  readonly unique?: readonly (readonly [refusal: TakenRefusal, key: (row: Row) => string])[];
  /** Returns whether all rows that this row refers to exist. */
  readonly referencesExist?: (row: Row) => boolean;
  /** Called before a row is removed. It removes dependent rows, or throws to prevent the removal. */
  readonly beforeRemove?: (id: Row['id']) => void;
}

/** Makes a collection that stores its rows in a map and enforces constraints as the database does. */
export function table<Row extends { readonly id: string }>(
  rows: Map<Row['id'], Row>,
  { unique = [], referencesExist = () => true, beforeRemove = () => undefined }: TableRules<Row> = {},
): Collection<Row> {
  const put = (row: Row): void => {
    const others = [...rows.values()].filter(({ id }) => id !== row.id);
    for (const [refusal, key] of unique) {
      if (others.some((other) => key(other) === key(row))) throw new BusinessError(refusal, takenMessages[refusal]);
    }
    if (!referencesExist(row)) throw new StoreFailure(`${row.id} refers to a row that does not exist.`);
    rows.set(row.id, row);
  };
  return {
    lock: async (id) => rows.get(id),
    add: async (row) => {
      if (rows.has(row.id)) throw new StoreFailure(`${row.id} exists already.`);
      put(row);
    },
    save: async (row) => {
      if (rows.has(row.id)) put(row);
    },
    remove: async (id) => {
      beforeRemove(id);
      rows.delete(id);
    },
  };
}

export const existingIdsIn =
  <Id extends string>(rows: ReadonlyMap<Id, unknown>) =>
  async (ids: readonly Id[]): Promise<ReadonlySet<Id>> =>
    new Set(ids.filter((id) => rows.has(id)));

export const linksOf = <Owner extends string, Linked extends string>(
  links: ReadonlyMap<Owner, readonly Linked[]>,
  owner: Owner,
): readonly Linked[] => links.get(owner) ?? [];

/** Adds the links that are only in `after`, and removes the links that are only in `before`, as the database does. */
export const setLinks =
  <Owner extends string, Linked extends string>(
    links: LinkMap<Owner, Linked>,
    owners: ReadonlyMap<Owner, unknown>,
    targets: ReadonlyMap<Linked, unknown>,
  ) =>
  (owner: Owner, { before, after }: LinkChange<Linked>): void => {
    const kept = linksOf(links, owner).filter((id) => after.includes(id) || !before.includes(id));
    const added = after.filter((id) => !before.includes(id));
    if (added.some((id) => !owners.has(owner) || !targets.has(id) || kept.includes(id))) {
      throw new StoreFailure(`A link of ${owner} exists already, or its target does not exist.`);
    }
    links.set(owner, [...kept, ...added]);
  };

/** Removes all links to `target`. */
export function unlink<Owner extends string, Linked extends string>(
  links: LinkMap<Owner, Linked>,
  target: Linked,
): void {
  for (const [owner, ids] of links) {
    if (ids.includes(target))
      links.set(
        owner,
        ids.filter((id) => id !== target),
      );
  }
}

/** Returns the first of `base`, `base-2`, `base-3` and so on that no row has. */
export function freeSlug(rows: ReadonlyMap<unknown, { readonly slug: string }>, base: string): string {
  const slugs = new Set([...rows.values()].map(({ slug }) => slug));
  let slug = base;
  for (let number = 2; slugs.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** Makes a function that adds a row with the first of its slug, `slug-2`, `slug-3` and so on that is not in use. */
export const addWithFreeSlug =
  <Row extends { readonly slug: string }>(
    rows: ReadonlyMap<unknown, { readonly slug: string }>,
    add: (row: Row) => Promise<void>,
  ) =>
  async (row: Row): Promise<Pick<Row, 'slug'>> => {
    const slug = freeSlug(rows, row.slug);
    await add({ ...row, slug });
    return { slug };
  };
