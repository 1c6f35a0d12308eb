import { StoreFailure } from '@portcullis/application';
import type { ConnectionSource } from './connection-source.ts';
import { executePrepared, type QueryResult, type Statement } from './prepared-statements.ts';

/**
 * Executes statements outside transactions. A read rejects with `StoreFailure` if its statement fails.
 * @example
 * const label = await reader.row<Label>({ name: 'labels find', text: 'SELECT id, name FROM labels WHERE id = $1' }, [id]);
 */
export interface Reader {
  readonly execute: <Row extends object, Aggregate extends object>(
    statement: Statement,
    values?: readonly unknown[],
  ) => Promise<QueryResult<Row, Aggregate>>;
  readonly rows: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row | undefined>;
  /**
   * Returns a reader that executes all statements on the same database, for reads with more than one statement. The
   * only exception is a statement that fails on a replica, which is repeated on the primary.
   */
  readonly pinned: () => Reader;
}

/**
 * Creates a reader from a function that executes statements. `pinned` is required if that function chooses between
 * several databases.
 */
export function createReader(execute: Reader['execute'], pinned?: () => Reader): Reader {
  const reader: Reader = {
    execute,
    pinned: pinned ?? (() => reader),
    rows: async <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      (await execute<Row, never>(statement, values)).rows,
    row: async <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      (await execute<Row, never>(statement, values)).rows[0],
  };
  return reader;
}

/** The connection source for each kind of statement. */
export interface ConnectionSources {
  readonly pool: ConnectionSource;
  readonly pipelined: ConnectionSource;
  readonly large: ConnectionSource;
}

/**
 * Creates a reader that chooses the connection source by the kind of the statement: pipelined, large result, or other.
 */
export const reader = ({ pool, pipelined, large }: ConnectionSources): Reader =>
  createReader(
    async <Row extends object, Aggregate extends object>(statement: Statement, values: readonly unknown[] = []) => {
      try {
        const source = statement.usesPipeline === true ? pipelined : statement.hasLargeResult === true ? large : pool;
        return await source.withConnection((client) => executePrepared<Row, Aggregate>(client, statement, values));
      } catch (cause) {
        throw new StoreFailure(`The read '${statement.name}' failed.`, { cause });
      }
    },
  );
