import { BusinessError, takenMessages, type LinkChange, type TakenRefusal } from '@portcullis/domain';
import type { Collection } from '../ports/collection.ts';
import { StoreFailure } from '../ports/unit-of-work.ts';
import type { LinkMap } from './state.ts';

/** What a table refuses or takes along, as its constraints do in the database. */
export interface TableRules<Row extends { readonly id: string }> {
  /** What no two rows may share, in the order in which it is checked. */
  readonly unique?: readonly (readonly [refusal: TakenRefusal, key: (row: Row) => string])[];
  /** Whether everything that the row points at exists. */
  readonly referencesExist?: (row: Row) => boolean;
  /** Before a row goes: refuses, or removes what goes with it. */
  readonly beforeRemove?: (id: Row['id']) => void;
}

/** The write side of one map of rows. */
export function table<Row extends { readonly id: string }>(
  rows: Map<Row['id'], Row>,
  { unique = [], referencesExist = () => true, beforeRemove = () => undefined }: TableRules<Row> = {},
): Collection<Row> {
  const put = (row: Row): void => {
    const others = [...rows.values()].filter(({ id }) => id !== row.id);
    for (const [refusal, key] of unique) {
      if (others.some((other) => key(other) === key(row))) throw new BusinessError(refusal, takenMessages[refusal]);
    }
    if (!referencesExist(row)) throw new StoreFailure(`${row.id} points at what does not exist.`);
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

/** Replaces the links of `owner`, of which the caller has read those `before`. */
export const setLinks =
  <Owner extends string, Linked extends string>(
    links: LinkMap<Owner, Linked>,
    owners: ReadonlyMap<Owner, unknown>,
    targets: ReadonlyMap<Linked, unknown>,
  ) =>
  async (owner: Owner, { before, after }: LinkChange<Linked>): Promise<void> => {
    const kept = linksOf(links, owner).filter((id) => after.includes(id) || !before.includes(id));
    const added = after.filter((id) => !before.includes(id));
    if (added.some((id) => !owners.has(owner) || !targets.has(id) || kept.includes(id))) {
      throw new StoreFailure(`A link of ${owner} exists already, or points at what does not exist.`);
    }
    links.set(owner, [...kept, ...added]);
  };

/** Takes `gone` off every owner. */
export function unlink<Owner extends string, Linked extends string>(links: LinkMap<Owner, Linked>, gone: Linked): void {
  for (const [owner, ids] of links) {
    if (ids.includes(gone))
      links.set(
        owner,
        ids.filter((id) => id !== gone),
      );
  }
}

/** `base`, or `base` with the number after the highest in use where it is taken. */
export async function freeSlug(rows: Iterable<{ readonly slug: string }>, base: string): Promise<string> {
  const slugs = new Set([...rows].map(({ slug }) => slug));
  let free = base;
  for (let number = 2; slugs.has(free); number += 1) free = `${base}-${number}`;
  return free;
}
