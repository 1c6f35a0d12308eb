import type { EntityManager } from 'typeorm';
import { execute } from './transaction.ts';

/**
 * Makes a function that deletes at most `limit` expired rows, the oldest first, and returns their number. Rows that another
 * transaction has locked are left for the next call.
 * @param table a table with a column `expires_at`
 * @param key its primary key
 * @param comparison `<=` if a row that expires exactly at the given time has expired, `<` if not
 */
export function removeExpiredFrom(table: string, key: string, comparison: '<' | '<=') {
  const statement = {
    name: `${table} remove expired`,
    text: `DELETE FROM ${table} WHERE ${key} = ANY (array(
      SELECT ${key} FROM ${table} WHERE expires_at ${comparison} $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING ${key}`,
  };
  return async (db: EntityManager, at: Date, limit: number): Promise<number> =>
    (await execute(db, statement, [at, limit])).length;
}
