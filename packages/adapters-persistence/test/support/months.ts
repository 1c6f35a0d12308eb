import type { Database } from '../../src/index.ts';

/** Returns the beginning of the month that is `months` after the current one. */
export function monthStart(months = 0): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
}

/** Returns the name of the partition of a table for the month that is `months` after the current one. */
export const partitionOf = (table: string, months: number): string =>
  `${table}_${monthStart(months).toISOString().slice(0, 7).replace('-', '_')}`;

/** Returns the message with which the database refuses a statement; `none` if it does not. */
export const refusalOf = ({ pool }: Database, statement: string): Promise<string> =>
  pool.query(statement).then(
    () => 'none',
    ({ message }: Error) => message,
  );

/** Statements that change the records of the table `%`. */
export const forbiddenChanges = ['UPDATE % SET id = id', 'DELETE FROM %', 'TRUNCATE %', 'TRUNCATE % CASCADE'];
