import type { EntityManager } from 'typeorm';
import { execute } from './transaction.ts';
import { sql } from '../postgres/reader.ts';

/**
 * Returns a function that deletes at most `limit` expired rows, oldest first, and returns the number of deleted rows.
 * Rows that another transaction has locked are left for the next call.
 * @param table a table with a column `expires_at`
 * @param key the primary key of the table
 * @param comparison `<=` if a row has expired at the time `expires_at`, `<` if it is still valid at that time
 */
export function removeExpiredFrom(table: string, key: string, comparison: '<' | '<=') {
  const statement = sql`DELETE FROM ${table} WHERE ${key} = ANY (array(
      SELECT ${key} FROM ${table} WHERE expires_at ${comparison} $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING ${key}`;
  return async (db: EntityManager, at: Date, limit: number): Promise<number> =>
    (await execute(db, statement, [at, limit])).length;
}
