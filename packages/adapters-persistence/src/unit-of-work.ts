import {
  StoreFailure,
  type StoreTransaction,
  type UnitOfWork,
} from '@portcullis/application/internal/ports/unit-of-work';
import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { PoolClient } from 'pg';
import { TypeORMError, type EntityManager, type QueryRunner } from 'typeorm';
import type { Database } from './database.ts';
import { allowSilence, maxSilenceOf } from './postgres/connections.ts';
import { databaseTimeouts, writeMsFor } from './postgres/timeouts.ts';
import { isOverload } from './postgres/unavailable.ts';
import { conditionTargetsOf, constraintErrorsOf, type RepositoriesOf, type ResourceStores } from './resource-store.ts';
import { execute, executeCommand } from './sql/transaction.ts';
import { stores } from './stores.ts';
import { causeOf, isLost, storeError } from './transaction-errors.ts';
import { sql } from './postgres/reader.ts';

/** The time limits of a transaction that writes more than this grow with the size. */
const longFromBytes = 256 * 1024;

/** The repositories of one transaction: those that the application asks for, and those of the stores of this package. */
export type BuiltInTransaction = StoreTransaction & RepositoriesOf<typeof stores>;

/**
 * Creates the unit of work of a database.
 * @param own the stores of additional resources. Pass the same stores to `prepareDatabase`.
 * @param recorded called after the commit of a transaction that may have added events; must not throw
 * @example
 * const lockTag = (database: Database, id: Id<'Tag'>) => typeormUnitOfWork(database).run((tx) => tx.tags.lock(id));
 */
export function typeormUnitOfWork<Own extends ResourceStores>(
  database: Pick<Database, 'dataSource'>,
  own?: Own,
  recorded?: () => void,
): UnitOfWork<BuiltInTransaction & RepositoriesOf<Own>>;
export function typeormUnitOfWork(
  { dataSource }: Pick<Database, 'dataSource'>,
  own: ResourceStores = {},
  recorded: () => void = () => undefined,
): UnitOfWork {
  const Repositories = repositoriesOf({ ...stores, ...own });
  const errors = constraintErrorsOf({ ...stores, ...own });
  return {
    run: async (work, { bytes = 0, isDryRun = false, describe = async (error: unknown) => error } = {}) => {
      const runner = dataSource.createQueryRunner();
      const repositories = new Repositories(runner.manager);
      try {
        const connection = await connect(runner);
        endLongTime(connection);
        try {
          // BEGIN is awaited: if it were canceled, statements that were sent with it would commit on their own.
          await executeCommand(runner, 'BEGIN');
          if (bytes > longFromBytes) await allowTimeFor(runner, connection, bytes);
          const result = await work(repositories);
          await (isDryRun ? checkOnly : commit)(runner, repositories.writes);
          if (!isDryRun && repositories.writes.length > 0) recorded();
          return result;
        } catch (error) {
          // The command fails if the connection is closed. This error is ignored, because PostgreSQL rolls back a
          // transaction when its connection is closed.
          await executeCommand(runner, 'ROLLBACK').catch(() => undefined);
          const failure =
            error instanceof TypeORMError ? storeError(await causeOf(error, repositories.writes), errors) : error;
          throw await describe(failure, new Repositories(runner.manager)).catch(() => failure);
        }
      } finally {
        await runner.release();
      }
    },
  };
}

const beginning = sql`SELECT now()`;

/** An open transaction, without the repositories of the stores. */
class DatabaseTransaction implements Pick<StoreTransaction, 'now' | 'tryAdvisoryLock'> {
  readonly db: EntityManager;
  /** The writes for which the commit waits. */
  readonly writes: Promise<unknown>[] = [];
  /** The tables of additional resources whose events record versions, by the types of the subjects. */
  readonly versionedTables: Readonly<Record<string, string>> = {};
  readonly conditionTargets: ConditionTargets = {};

  constructor(db: EntityManager) {
    this.db = db;
  }

  readonly awaitAtCommit = (write: Promise<unknown>): void => {
    // Node ends the process if a promise is rejected that has no handler yet.
    write.catch(() => undefined);
    this.writes.push(write);
  };

  async now(): Promise<Date> {
    const [row] = await execute<{ now: Date }>(this.db, beginning, []);
    if (row === undefined) throw new Error('The database returned no time.');
    return row.now;
  }

  async tryAdvisoryLock(name: string): Promise<boolean> {
    const rows: { acquired: boolean }[] = await this.db.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS acquired',
      [name],
    );
    return rows[0]?.acquired ?? false;
  }
}

/**
 * Returns a class of transactions that have the repositories of the stores. A getter creates each repository when it is
 * used, because a use case needs only a few of them.
 */
function repositoriesOf<Stores extends ResourceStores>(
  stores: Stores,
): new (
  db: EntityManager,
) => DatabaseTransaction & RepositoriesOf<Stores>;
function repositoriesOf(all: ResourceStores): new (db: EntityManager) => DatabaseTransaction {
  const versionedTables = Object.fromEntries(
    Object.values(all).flatMap(({ versionedSubject, table }) =>
      versionedSubject === undefined || table?.options.name === undefined
        ? []
        : [[versionedSubject, table.options.name]],
    ),
  );
  const conditionTargets = conditionTargetsOf(all);
  class Repositories extends DatabaseTransaction {
    override readonly versionedTables = versionedTables;
    override readonly conditionTargets = conditionTargets;
  }
  for (const [name, { repository }] of Object.entries(all))
    Object.defineProperty(Repositories.prototype, name, {
      get(this: DatabaseTransaction) {
        return repository?.(this.db, this);
      },
    });
  return Repositories;
}

/** The embedded database never interrupts a statement, so its connection may be silent for as long as it likes. */
async function allowTimeFor(runner: QueryRunner, connection: PoolClient, bytes: number): Promise<void> {
  if (maxSilenceOf(connection) === undefined) return;
  const statementMs = writeMsFor(bytes);
  allowSilence(connection, statementMs + databaseTimeouts.silenceMs);
  await executeCommand(runner, `SET LOCAL statement_timeout = ${statementMs}`);
}

/** An earlier transaction on the connection may have been long. */
function endLongTime(connection: PoolClient): void {
  if (maxSilenceOf(connection) !== undefined) allowSilence(connection, databaseTimeouts.silenceMs);
}

/** Waits for a connection of the pool, which limits how long. */
async function connect(runner: QueryRunner): Promise<PoolClient> {
  try {
    const connection: PoolClient = await runner.connect();
    return connection;
  } catch (cause) {
    if (cause instanceof StoreFailure) throw cause;
    const kind = isOverload(cause) ? 'overloaded' : 'failed';
    throw new StoreFailure('No connection to the database could be opened.', { kind, cause });
  }
}

/**
 * Commits a transaction.
 * @param writes writes that have not ended. COMMIT is sent without waiting for them, because PostgreSQL rolls back if one
 * of them fails.
 * @throws {TypeORMError} if the transaction was rolled back
 * @throws {StoreFailure} outcome-unknown, if the connection was lost before the result arrived
 */
async function commit(runner: QueryRunner, writes: readonly Promise<unknown>[]): Promise<void> {
  const command = await executeCommand(runner, 'COMMIT').catch((error: unknown) => {
    throw isLost(error)
      ? new StoreFailure('The outcome of a commit is not known.', { kind: 'outcome-unknown', cause: error })
      : error;
  });
  await Promise.all(writes);
  // If a statement failed and its error was ignored, PostgreSQL rolls back on COMMIT and reports `ROLLBACK`.
  if (command !== 'COMMIT') throw new TypeORMError('It was rolled back.');
}

/** Checks the deferred constraints, which a commit would check, and rolls back. */
async function checkOnly(runner: QueryRunner, writes: readonly Promise<unknown>[]): Promise<void> {
  await executeCommand(runner, 'SET CONSTRAINTS ALL IMMEDIATE');
  await Promise.all(writes);
  await executeCommand(runner, 'ROLLBACK');
}
