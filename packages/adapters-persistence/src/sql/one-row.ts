import type { Versioned } from '@portcullis/domain';
import type { EntityManager } from 'typeorm';
import { short, type Reader, sql, statementOf } from '../postgres/reader.ts';
import { execute } from './transaction.ts';

/**
 * Reads and writes a table with exactly one row, which contains a list that is always replaced as a whole. The migration
 * that creates the table adds the row.
 * @param column the name of the column with the list, and of the property in `Stored`
 */
export function oneRow<Column extends string, Stored extends Versioned & Readonly<Record<Column, readonly unknown[]>>>(
  table: string,
  column: Column,
) {
  const columns = `SELECT id, ${column}, version, updated_at AS "updatedAt" FROM ${table}`;
  const lock = sql`${columns} FOR NO KEY UPDATE`;
  const keep = sql`${columns} FOR SHARE`;
  const find = short(statementOf(columns));
  const findChanged = short(sql`${columns} WHERE version <> $1 OR updated_at <> $2`);
  const save = sql`UPDATE ${table} SET ${column} = $1, version = version + (${column} <> $1)::int,
      updated_at = CASE WHEN ${column} <> $1 THEN $2 ELSE updated_at END RETURNING version, updated_at AS "updatedAt"`;
  const only = <Row>(row: Row | undefined): Row => {
    if (row === undefined) throw new Error(`The table ${table} has no row.`);
    return row;
  };
  return {
    repository: (db: EntityManager) => ({
      lock: async () => only((await execute<Stored>(db, lock, []))[0]),
      /** Reads the row. Other transactions can do the same, but none can change it until the transaction ends. */
      keep: async () => only((await execute<Stored>(db, keep, []))[0]),
      save: async (changed: Stored) =>
        only((await execute<Versioned>(db, save, [JSON.stringify(changed[column]), changed.updatedAt]))[0]),
    }),
    views: (reader: Reader) => ({
      find: async () => only(await reader.row<Stored>(find)),
      /** Returns the row unless it has this version and this time of the last change. */
      findChanged: ({ version, updatedAt }: Versioned) => reader.row<Stored>(findChanged, [version, updatedAt]),
    }),
  };
}
