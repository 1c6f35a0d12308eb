import { StoreFailure } from '@portcullis/application';
import type { ConnectionSource } from './connection-queue.ts';
import { activeScope } from './joined-scope.ts';
import { executePrepared, type QueryResult, type Statement } from './prepared-statements.ts';
import { isBroken, isOverload } from './unavailable.ts';

/**
 * Executes statements outside transactions. A read rejects with `StoreFailure` if its statement fails.
 * @example
 * const find = { name: 'acme notes find', text: 'SELECT id, title FROM acme_notes WHERE id = $1' };
 * const findNote = (reader: Reader, id: string) => reader.row<{ readonly title: string }>(find, [id]);
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

const retryWithinMs = 500;

/**
 * Creates a reader that chooses the connection source by the kind of the statement: pipelined, large result, or other.
 * After the first of joined transactions, statements are executed on the connection of these transactions.
 * If the connection breaks before the result has arrived, the statement is executed once more on another connection,
 * unless it was pending for so long that the database may not respond at all.
 * @throws {StoreFailure} overloaded, if the statement was cancelled after its time limit or could not begin in time;
 * failed, after any other error
 */
export const reader = ({ pool, pipelined, large }: ConnectionSources): Reader =>
  createReader(
    async <Row extends object, Aggregate extends object>(statement: Statement, values: readonly unknown[] = []) => {
      const source = statement.usesPipeline === true ? pipelined : statement.hasLargeResult === true ? large : pool;
      const execute = () =>
        source.withConnection((client) => executePrepared<Row, Aggregate>(client, statement, values));
      const began = performance.now();
      const isLost = (error: unknown): boolean => isBroken(error) && performance.now() - began < retryWithinMs;
      try {
        const joined = activeScope()?.transaction;
        if (joined !== undefined) {
          const { connection } = await joined;
          return await executePrepared<Row, Aggregate>(connection, statement, values);
        }
        return await execute().catch((error: unknown): Promise<QueryResult<Row, Aggregate>> => {
          if (isLost(error)) return execute();
          throw error;
        });
      } catch (cause) {
        if (cause instanceof StoreFailure) throw cause;
        const kind = isOverload(cause) ? 'overloaded' : 'failed';
        throw new StoreFailure(`The read '${statement.name}' failed.`, { kind, cause });
      }
    },
  );
