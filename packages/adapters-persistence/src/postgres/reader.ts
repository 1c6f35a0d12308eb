import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import type { ConnectionSource } from './connection-queue.ts';
import { activeScope } from './joined-scope.ts';
import { executePrepared, type QueryResult, type Statement } from './prepared-statements.ts';
import { isBroken, isOverload } from './unavailable.ts';
import { databaseTimeouts } from './timeouts.ts';

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

/**
 * Returns a reader for the response to a write that is already committed. An error would tell the client that nothing
 * was stored, so a failed read is repeated. Reads in joined transactions are not repeated, because these transactions
 * are committed later.
 * @throws {StoreFailure} outcome-unknown, if the database does not respond any more
 */
export const readerAfterCommit = (inner: Reader, lastResponseAt: () => number): Reader =>
  createReader((statement, values) =>
    activeScope()?.transaction === undefined
      ? repeatUntilSuccess(() => inner.execute(statement, values), {
          lastResponseAt,
          message: 'A committed change could not be read.',
        })
      : inner.execute(statement, values),
  );

const pauseMs = 50;
/** Maximum duration of an attempt after the server has been silent for so long that a request must get its response. */
const lastAttemptMs = 500;

interface AttemptOptions {
  /** Returns the time of `performance.now()` at which the server last responded. */
  readonly lastResponseAt: () => number;
  /** The message of the error that is thrown if no attempt succeeded. */
  readonly message: string;
  /** The time of `performance.now()` at which the first attempt failed. Default: none has failed yet. */
  readonly firstFailureAt?: number;
}

/**
 * Repeats an attempt until it succeeds. It is used where something may already be committed, so that an error would
 * tell the caller the opposite. The argument of an attempt is the maximum time for opening a connection, in
 * milliseconds.
 * @throws {StoreFailure} outcome-unknown, if no attempt succeeded within 5 s after the first failure, or if the server
 * has been silent for so long that a request must get its response now
 */
export async function repeatUntilSuccess<T>(
  attempt: (connectMs: number) => Promise<T>,
  { lastResponseAt, message, ...options }: AttemptOptions,
): Promise<T> {
  const { outcomeMs, silenceMs, probeMs } = databaseTimeouts;
  let { firstFailureAt } = options;
  const isSilent = (): boolean => performance.now() - lastResponseAt() >= silenceMs + probeMs;
  const remainingMs = (): number => outcomeMs - (firstFailureAt === undefined ? 0 : performance.now() - firstFailureAt);
  for (;;) {
    const isLast = isSilent();
    try {
      return await attempt(isLast ? lastAttemptMs : Math.max(1, remainingMs()));
    } catch (cause) {
      const isOverloaded = cause instanceof StoreFailure && cause.kind === 'overloaded';
      if (!isOverloaded) firstFailureAt ??= performance.now();
      if (isLast || isSilent() || remainingMs() <= 0) {
        throw new StoreFailure(message, { kind: 'outcome-unknown', cause });
      }
      await sleep(pauseMs);
    }
  }
}
