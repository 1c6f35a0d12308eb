import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import { PoolClient, poolSource } from './postgres/connection-source.ts';
import type { Embedded } from './embedded/database.ts';
import { migrate } from './migrate.ts';
import * as migrations from './migrations/index.ts';
import { stores } from './stores.ts';
import { tablesOf, type ResourceStores } from './resource-store.ts';
import { connectionQueue, type ConnectionQueue } from './postgres/connection-queue.ts';
import { liveness, probeServer } from './postgres/liveness.ts';
import { pipelinedConnections, type PipelinedConnections } from './postgres/pipelined-connections.ts';
import { openReplica, replicatedReader, replicaTimeouts, type Replica } from './postgres/replicas.ts';
import { eventSignals, noSignals, type EventSignals } from './postgres/event-signals.ts';
import { reader, readerAfterCommit, type Reader } from './postgres/reader.ts';
import { snakeCase } from './sql/columns.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';
import { readPools, sharesOf } from './postgres/pools.ts';
import { continueInTurns, type NextTurn } from './postgres/turns.ts';
import { commitWithoutOutcome, transactionOutcomes, type TransactionOutcomes } from './transaction-outcomes.ts';

/** Which database is opened, and with how many connections. */
export interface DatabaseOptions {
  /** URL of the database, `postgres://…`. If absent, the embedded database is used. */
  readonly url?: string | undefined;
  /**
   * URLs of read replicas. `poolSize` also limits the number of pooled connections to each replica, but a replica
   * has at least 2.
   */
  readonly replicaUrls?: readonly string[];
  /**
   * URL of the same database for migrations, with the role that owns the tables. Required only if the role in `url`
   * does not own the tables.
   */
  readonly ownerUrl?: string | undefined;
  /** Directory of the embedded database. If absent, the database is in memory. */
  readonly directory?: string | undefined;
  /**
   * Maximum number of pooled connections to the primary. A number below 3 counts as 3. The process opens two more
   * connections, which are pipelined, and after the first call of `signals.listen` a third one. The embedded database
   * always has one connection.
   */
  readonly poolSize: number;
  /** Text search configuration of PostgreSQL for the search in contents. The default `simple` does not stem words. */
  readonly searchLanguage?: string;
  /** Stores of additional resources. Their tables and migrations are added to the database. */
  readonly stores?: ResourceStores;
  /** The `application_name` of the connections, which PostgreSQL shows in `pg_stat_activity`. Default: `portcullis`. */
  readonly applicationName?: string;
  /**
   * Called after each statement of a transaction, whose code continues when the promise resolves. By default, it continues
   * at once. While all cores are busy, an access check would then wait for the code of every open transaction.
   */
  readonly nextTurn?: NextTurn;
}

/** Connection counts, summed over all pools of the primary. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Number of requests that wait for a connection. */
  readonly waiting: number;
}

/** An open database. */
export interface Database {
  readonly dataSource: DataSource;
  /** What `typeormUnitOfWork` needs in addition to `dataSource`. */
  readonly transactions: Transactions;
  readonly reader: Reader;
  /**
   * Reads data for the response to a write that is already committed. Fails only if the database does not respond any
   * more, with a `StoreFailure` of the kind `outcome-unknown`.
   */
  readonly readerAfterCommit: Reader;
  /**
   * Reads from the replicas, whose data may be some seconds old. Reads from the primary if no replica is usable, or if
   * the read from a replica fails.
   */
  readonly publicReader: Reader;
  /**
   * The connection pool for reads. A program that uses this package can also execute its own statements with the pool.
   * Reading this property throws `StoreFailure` before the database is open.
   */
  readonly pool: pg.Pool;
  /**
   * Executes statements on the pipelined connections. Each statement must be about as fast as a primary-key lookup,
   * because later statements on the same connection have to wait.
   */
  readonly pipelined: Pick<PipelinedConnections, 'query'>;
  /** Signals with which the processes that use this database notify each other of new events. */
  readonly signals: Pick<EventSignals, 'send' | 'listen'>;
  readonly connections: () => Connections;
  /** The read replicas, each with its host and port, and whether reads are sent to it. */
  readonly replicas: () => readonly { readonly name: string; readonly isUsed: boolean }[];
  /** Connects without running migrations. */
  readonly connect: () => Promise<void>;
  /** Runs the pending migrations and returns their names. If `ownerUrl` is set, they run with its role. */
  readonly migrate: () => Promise<readonly string[]>;
  /**
   * Runs the pending migrations and connects. Several processes may call `open` concurrently. Until `open` has
   * succeeded, every read and transaction fails. After an error for which `isUnavailable` returns true, call `open`
   * again later.
   */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Transactions extends TransactionOutcomes {
  /** The queue in which transactions wait for a connection. */
  readonly queue: ConnectionQueue;
  /** Whether PostgreSQL cancels statements after `statement_timeout`. */
  readonly hasTimeouts: boolean;
}

class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string): string {
    return snakeCase(propertyName);
  }
}

/**
 * Runs the pending migrations and connects to the database.
 * @example
 * const database = await openDatabase({ url: 'postgres://portcullis@localhost/portcullis', poolSize: 20 });
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return openOrClose(prepareDatabase(options), (database) => database.open());
}

/** Connects to the database without running migrations. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  return openOrClose(prepareDatabase(options), (database) => database.connect());
}

/** Runs the pending migrations, closes the connection and returns the names of the migrations. */
export async function migrateDatabase(options: DatabaseOptions): Promise<readonly string[]> {
  const database = prepareDatabase(options);
  try {
    return await database.migrate();
  } finally {
    await database.close();
  }
}

async function openOrClose(database: Database, open: (database: Database) => Promise<void>): Promise<Database> {
  try {
    await open(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Creates the database object without connecting. Call `open` or `connect` before reading or writing data. */
export function prepareDatabase({
  url,
  ownerUrl,
  replicaUrls = [],
  directory,
  poolSize,
  searchLanguage = 'simple',
  stores: own = {},
  applicationName = 'portcullis',
  nextTurn,
}: DatabaseOptions): Database {
  let embedded: Embedded | undefined;
  /** A connection that is watched before it is open, because opening it may hang. */
  class WatchedClient extends PoolClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      watching?.watch(this);
      if (nextTurn !== undefined) continueInTurns(this, nextTurn);
    }
  }
  const { connectMs, readMs, writeMs, lockMs, idleInTransactionMs, queueMs } = databaseTimeouts;
  const connecting = (settings: Readonly<Record<string, string | number>>, address = url) => ({
    type: 'postgres' as const,
    ...(address === undefined ? { username: 'postgres', database: 'postgres', password: '-' } : { url: address }),
    driver: pg,
    migrations: [...Object.values(migrations), ...Object.values(own).flatMap((store) => store.migrations ?? [])],
    installExtensions: false,
    connectTimeoutMS: connectMs,
    applicationName,
    extra: {
      Client: WatchedClient,
      keepAlive: true,
      options: optionsOf(settings),
      // Concurrent queries of a transaction are sent without waiting for the results of earlier queries.
      pipeline: true,
      ...(url === undefined && { stream: () => embedded?.connect() }),
    },
  });
  const sessionSettings = {
    // Named statements get a generic plan. Otherwise PostgreSQL would plan statements with LIMIT and OFFSET parameters
    // again for each execution.
    plan_cache_mode: 'force_generic_plan',
    // Generic plans assume that a page is a tenth of the table. This estimate would trigger JIT compilation and
    // parallel workers, so both are disabled.
    jit: 'off',
    // Timestamps in UTC are the fastest to parse.
    timezone: 'UTC',
    default_text_search_config: `pg_catalog.${searchLanguage}`,
    max_parallel_workers_per_gather: 0,
  };
  const settings = {
    ...sessionSettings,
    statement_timeout: readMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const shares = sharesOf(poolSize);
  // The embedded database has a single connection, which all statements share.
  const isEmbedded = url === undefined;
  const dataSource = new DataSource({
    ...connecting({ ...settings, statement_timeout: writeMs }),
    entities: [...tablesOf({ ...stores, ...own })],
    namingStrategy: new SnakeCaseColumns(),
    poolSize: isEmbedded ? 1 : shares.transactions,
  });
  const queue = connectionQueue(isEmbedded ? 1 : shares.transactions, queueMs);
  const transactionPool = () => poolOf(dataSource);
  const separate = readPools(shares);
  const pool = isEmbedded ? transactionPool : separate.reads;
  // All statements on the pipelined connections are reads, except those that store the counters of rate limits or send
  // signals to other processes. Commits are asynchronous, so that a later access check on the same connection does not
  // wait for the disk. If PostgreSQL crashes, the counts of the last second may be lost.
  const pipelineOptions = { options: optionsOf({ ...settings, synchronous_commit: 'off' }) };
  const pipelines = isEmbedded
    ? undefined
    : pipelinedConnections({
        config: () => ({ ...pool().options, ...pipelineOptions }),
        opening: (client) => watching?.watch(client),
      });
  const only = poolSource(transactionPool, queue);
  const primary = reader(
    pipelines === undefined
      ? { pool: only, pipelined: only, large: only }
      : { ...separate.sources, pipelined: pipelines },
  );
  const openPools = () => (dataSource.isInitialized ? [transactionPool(), ...separate.all()] : []);
  const queues = [queue, ...separate.queues];
  const connections = (): Connections => ({
    ...connectionsOf(openPools()),
    // A program that uses `pool` directly may also wait in the pool itself.
    waiting: sum([...queues.map((each) => each.waiting()), ...openPools().map(({ waitingCount }) => waitingCount)]),
  });
  const watching = isEmbedded
    ? undefined
    : liveness({
        isPending: () => connections().inUse > 0 || (pipelines?.waiting() ?? 0) > 0 || outcomes.lookingUp() > 0,
        probe: (timeoutMs) => probeServer(pool().options, timeoutMs),
        lost: (error) => queues.forEach((each) => each.refuseAll(error)),
      });
  const lastResponseAt = () => watching?.lastResponseAt() ?? performance.now();
  const outcomes = transactionOutcomes({
    config: () => pool().options,
    opening: (client) => watching?.watch(client),
    pool,
    lastResponseAt,
  });
  const signals =
    pipelines === undefined
      ? noSignals
      : eventSignals(
          () => pool().options,
          (text) => pipelines.query({ text }),
        );
  let replicas: readonly Replica[] = [];
  const prepareEmbedded = async (): Promise<void> => {
    // PGlite, the embedded database, is large, so it is loaded only if it is used.
    if (url !== undefined) return;
    embedded ??= await (await import('./embedded/database.ts')).openEmbedded(directory, sessionSettings);
  };
  // Migrations may take a long time, so they run without timeouts.
  const migrateAs = (address: string | undefined) =>
    migrate(new DataSource({ ...connecting({ statement_timeout: 0, lock_timeout: 0 }, address), poolSize: 1 }));
  const migrateAll = async (): Promise<readonly string[]> => {
    await prepareEmbedded();
    const migrationsByOwner = ownerUrl === undefined ? [] : await migrateAs(ownerUrl);
    // Migrations also run with `url`. If `ownerUrl` points to another database by mistake, this second run migrates the
    // right database, or fails.
    return [...migrationsByOwner, ...(await migrateAs(url))];
  };
  const connect = async (): Promise<void> => {
    await prepareEmbedded();
    await dataSource.initialize();
    if (!isEmbedded) {
      separate.open({ ...transactionPool().options, options: optionsOf(settings) });
      watching?.start();
    }
    await pipelines?.open();
    const replicaOptions = optionsOf({ ...settings, statement_timeout: replicaTimeouts.statementMs });
    replicas = replicaUrls.map((connectionString) =>
      openReplica({ connectionString, max: poolSize, application_name: applicationName, options: replicaOptions }),
    );
  };
  return {
    dataSource,
    get pool() {
      return pool();
    },
    get pipelined() {
      return pipelines ?? pool();
    },
    signals,
    connections,
    transactions: {
      queue,
      hasTimeouts: !isEmbedded,
      ...outcomes,
      ...(isEmbedded && { commit: commitWithoutOutcome }),
    },
    replicas: () => replicas.map(({ name, isUsable }) => ({ name, isUsed: isUsable() })),
    reader: primary,
    readerAfterCommit: readerAfterCommit(primary, lastResponseAt),
    publicReader: replicatedReader(primary, () => replicas),
    connect,
    migrate: migrateAll,
    open: async () => {
      await migrateAll();
      await connect();
    },
    close: async () => {
      watching?.stop();
      await signals.close();
      await Promise.all(replicas.map((replica) => replica.close()));
      await pipelines?.close();
      await separate.close();
      if (dataSource.isInitialized) await dataSource.destroy();
      await embedded?.close();
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const connectionsOf = (pools: readonly pg.Pool[]): Pick<Connections, 'inUse' | 'idle'> => ({
  inUse: sum(pools.map(({ totalCount, idleCount }) => totalCount - idleCount)),
  idle: sum(pools.map(({ idleCount }) => idleCount)),
});

const optionsOf = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

function poolOf({ driver }: DataSource): pg.Pool {
  if ('master' in driver && driver.master instanceof pg.Pool) return driver.master;
  throw new StoreFailure('The database is not open.');
}
