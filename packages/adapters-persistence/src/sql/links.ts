import type { LinkChange } from '@portcullis/domain';
import type { EntityManager } from 'typeorm';
import { execute } from './transaction.ts';

/** A join table: its name and its two columns. */
export interface LinkTable {
  readonly table: string;
  readonly owner: string;
  readonly linked: string;
}

export interface Links<Owner extends string, Linked extends string> {
  readonly of: (owner: Owner) => Promise<readonly Linked[]>;
  /** Inserts and deletes only the links that differ. */
  readonly set: (owner: Owner, change: LinkChange<Linked>) => Promise<void>;
}

/** Makes the repository operations for a join table. */
export function linksOf<Owner extends string, Linked extends string>({
  table,
  owner,
  linked,
}: LinkTable): (db: EntityManager) => Links<Owner, Linked> {
  const of = {
    name: `${table} of`,
    text: `SELECT ${linked} AS id FROM ${table} WHERE ${owner} = $1`,
  };
  const set = {
    name: `${table} set`,
    text: `WITH removed AS (DELETE FROM ${table} WHERE ${owner} = $1 AND ${linked} = ANY ($2))
      INSERT INTO ${table} (${owner}, ${linked}) SELECT $1, unnest($3::uuid[])`,
  };
  return (db) => ({
    of: async (id) => (await execute<{ id: Linked }>(db, of, [id])).map((row) => row.id),
    set: async (id, { before, after }) => {
      const removed = before.filter((link) => !after.includes(link));
      const added = after.filter((link) => !before.includes(link));
      if (removed.length + added.length > 0) await execute(db, set, [id, removed, added]);
    },
  });
}

/** Returns those of `ids` that exist in `table`, and prevents their removal until the transaction ends. */
export async function lockExistingIds<Id extends string>(
  db: EntityManager,
  table: string,
  ids: readonly Id[],
): Promise<ReadonlySet<Id>> {
  if (ids.length === 0) return new Set();
  // Rows are locked in the order of their ids, to avoid a deadlock between two transactions with the same ids.
  const text = `SELECT id FROM ${table} WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE`;
  const rows = await execute<{ id: Id }>(db, { name: `${table} existing ids`, text }, [ids]);
  return new Set(rows.map(({ id }) => id));
}
