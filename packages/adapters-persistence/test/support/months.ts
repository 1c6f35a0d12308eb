import type { Database } from '../../src/index.ts';

/** Returns the start of the month that is `months` after the current month. */
export function monthStart(months = 0): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
}

/** Returns the name of the partition of a table for the month that is `months` after the current month. */
export const partitionOf = (table: string, months: number): string =>
  `${table}_${monthStart(months).toISOString().slice(0, 7).replace('-', '_')}`;

/** Returns the message with which the database refuses a statement, or `none` if the database accepts the statement. */
export const refusalOf = ({ pool }: Database, statement: string): Promise<string> =>
  pool.query(statement).then(
    () => 'none',
    ({ message }: Error) => message,
  );

/** The database must refuse these changes and deletions of records. `%` is the placeholder for the table. */
export const forbiddenChanges = ['UPDATE % SET id = id', 'DELETE FROM %', 'TRUNCATE %', 'TRUNCATE % CASCADE'];
