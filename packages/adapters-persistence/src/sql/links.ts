import type { LinkChange } from '@portcullis/domain/internal/shared/replace-links';
import type { EntityManager } from 'typeorm';
import { execute, executeOnly } from './transaction.ts';
import { itemsOf, type Reader, sql, type Statement } from '../postgres/reader.ts';

/**
 * A join table: its name, its two columns, and the table of the owners. Inserting or deleting a row of the join table
 * increments the version number of its owner.
 */
export interface JoinTable {
  readonly table: string;
  readonly owners: string;
  readonly owner: string;
  readonly linked: string;
}

export interface JoinTableOperations<Owner extends string, Linked extends string> {
  readonly of: (owner: Owner) => Promise<readonly Linked[]>;
  /**
   * Deletes the rows for ids that are only in `change.before`, and inserts rows for ids that are only in
   * `change.after`.
   */
  readonly set: (owner: Owner, change: LinkChange<Linked>) => Promise<void>;
}

/** Returns the repository operations for a join table. */
export function linksOf<Owner extends string, Linked extends string>({
  table,
  owner,
  linked,
}: JoinTable): (db: EntityManager) => JoinTableOperations<Owner, Linked> {
  const of = sql`SELECT ${linked} AS id FROM ${table} WHERE ${owner} = $1`;
  const set = sql`WITH removed AS (DELETE FROM ${table} WHERE ${owner} = $1 AND ${linked} = ANY ($2))
      INSERT INTO ${table} (${owner}, ${linked}) SELECT $1, unnest($3::uuid[])`;
  return (db) => ({
    of: async (id) => (await execute<{ id: Linked }>(db, of, [id])).map((row) => row.id),
    set: async (id, { before, after }) => {
      const removed = before.filter((link) => !after.includes(link));
      const added = after.filter((link) => !before.includes(link));
      if (removed.length + added.length > 0) await executeOnly(db, set, [id, removed, added]);
    },
  });
}

/**
 * Returns a function that prepares the removal of a row of `table`. The function locks the row, so that no new row in a
 * join table can refer to it. The function also locks the owners to which the row is linked, because triggers change
 * these owners when the row is removed. Every transaction locks linked rows before their owners, so no deadlock can
 * occur. If `links` is empty, the function does nothing.
 * @returns a function that returns the number of these owners
 */
export function lockLinkedOwners(
  table: string,
  links: readonly JoinTable[],
): (db: EntityManager, id: string) => Promise<number> {
  const lockRow = sql`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`;
  const lockOwners = links.map(
    ({ table: join, owners, owner, linked }) => sql`WITH locked AS MATERIALIZED (
        SELECT id FROM ${owners} WHERE id = ANY (array(SELECT ${owner} FROM ${join} WHERE ${linked} = $1))
        ORDER BY id FOR NO KEY UPDATE)
      SELECT count(*)::int AS count FROM locked`,
  );
  return async (db, id) => {
    if (links.length === 0) return 0;
    await execute(db, lockRow, [id]);
    let total = 0;
    for (const lock of lockOwners) {
      const [owners] = await execute<{ count: number }>(db, lock, [id]);
      total += owners?.count ?? 0;
    }
    return total;
  };
}

/**
 * Returns a function that finds out which of some ids exist in `table`. It prevents the removal of their rows until the
 * transaction ends.
 */
export function lockExistingIdsIn(table: string) {
  // The rows are locked in the order of their ids, so that two transactions with the same ids cannot deadlock.
  const lock = sql`SELECT id FROM ${table} WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE`;
  return async <Id extends string>(db: EntityManager, ids: readonly Id[]): Promise<ReadonlySet<Id>> => {
    if (ids.length === 0) return new Set();
    const rows = await execute<{ id: Id }>(db, lock, [ids]);
    return new Set(rows.map(({ id }) => id));
  };
}

/**
 * The column with the id of the owner in a statement that reads the rows that are linked to an owner, such as the
 * permissions of a role. If the owner does not exist, the statement returns no row. If nothing is linked to it, the
 * statement returns one row, whose other columns are null.
 */
interface OwnerColumn {
  readonly ownerId: string;
}

/** Returns the rows linked to an owner, or `undefined` if the owner does not exist. */
export async function linkedRows<Row extends object>(
  reader: Reader,
  statement: Statement,
  owner: string,
  key: keyof Row & string,
): Promise<readonly Row[] | undefined> {
  const rows = await reader.rows<Row & OwnerColumn>(statement, [owner]);
  return rows.length === 0 ? undefined : itemsOf<Row, OwnerColumn>(rows, 'ownerId', key);
}
