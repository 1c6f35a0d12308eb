import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import { auditRecords } from './audit.ts';
import { categories } from './categories.ts';
import { PoolClient, poolSource } from './postgres/connection-source.ts';
import { contents } from './contents.ts';
import type { Embedded } from './embedded/database.ts';
import { menus } from './menus.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { NounStore } from './noun-store.ts';
import { permissions } from './permissions.ts';
import { roles } from './roles.ts';
import { sessions } from './sessions.ts';
import { pipelinedConnections, type PipelinedConnections } from './postgres/pipelined-connections.ts';
import { openReplica, replicatedReader, replicaTimeouts, type Replica } from './postgres/replicas.ts';
import { reader, type Reader } from './postgres/reader.ts';
import { snakeCase } from './sql/columns.ts';
import { tags } from './tags.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';
import { readPools, sharesOf } from './postgres/pools.ts';
import { users } from './users.ts';

export interface DatabaseOptions {
  /** `postgres://…`; absent: the embedded database. */
  readonly url?: string | undefined;
  /** Read replicas of it, each with as many connections. */
  readonly replicaUrls?: readonly string[];
  /** The same database as the role that owns its tables, where `url` names another. Migrations run as it. */
  readonly ownerUrl?: string | undefined;
  /** Where the embedded database lies; absent: in memory. */
  readonly directory?: string | undefined;
  /** Connections of this process besides two for brief reads, shared out by `sharesOf`; the embedded database has one. */
  readonly poolSize: number;
  /** Further nouns, whose tables and migrations are added to those of the package. */
  readonly stores?: readonly NounStore[];
}

/** The connections of all pools. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

const applicationName = 'portcullis';

const tables = [users, sessions, roles, permissions, menus, contents, categories, tags, auditRecords];

export interface Database {
  readonly dataSource: DataSource;
  readonly reader: Reader;
  /** For reads that may be some seconds old: from the replicas, and from the primary where none answers. */
  readonly publicReader: Reader;
  /** The pool of reads, for statements of the caller's own. Throws `StoreFailure` before the database is open. */
  readonly pool: pg.Pool;
  /** What the brief reads go through, for others who are as brief: connections of their own, or the pool. */
  readonly brief: Pick<PipelinedConnections, 'query'>;
  readonly connections: () => Connections;
  /** The read replicas, each with its host and port, and whether reads are sent to it. */
  readonly replicas: () => readonly { readonly name: string; readonly isUsed: boolean }[];
  /** Connects to the database as it is. */
  readonly connect: () => Promise<void>;
  /** Runs the migrations that have not run, as the owner where one is named; answers their names. */
  readonly migrate: () => Promise<readonly string[]>;
  /**
   * Connects and migrates; several processes may do so at once. Until then every read and every transaction fails. What was
   * thrown may be asked `isOutOfReach`, and the database be opened again.
   */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string): string {
    return snakeCase(propertyName);
  }
}

/** Opens the database, migrated. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return opened(prepareDatabase(options), (database) => database.open());
}

/** Opens the database as it is. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  return opened(prepareDatabase(options), (database) => database.connect());
}

/** Runs the migrations that have not run; answers their names. */
export async function migrateDatabase(options: DatabaseOptions): Promise<readonly string[]> {
  const database = prepareDatabase(options);
  try {
    return await database.migrate();
  } finally {
    await database.close();
  }
}

async function opened(database: Database, open: (database: Database) => Promise<void>): Promise<Database> {
  try {
    await open(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database, as yet without a connection. */
export function prepareDatabase({
  url,
  ownerUrl,
  replicaUrls = [],
  directory,
  poolSize,
  stores = [],
}: DatabaseOptions): Database {
  let embedded: Embedded | undefined;
  const { connectMs, statementMs, lockMs, answerMs, idleInTransactionMs } = databaseTimeouts;
  const connecting = (settings: Readonly<Record<string, string | number>>, address = url) => ({
    type: 'postgres' as const,
    ...(address === undefined ? { username: 'postgres', database: 'postgres', password: '-' } : { url: address }),
    driver: pg,
    migrations: [...migrations, ...stores.flatMap((store) => store.migrations)],
    installExtensions: false,
    connectTimeoutMS: connectMs,
    applicationName,
    extra: {
      Client: PoolClient,
      keepAlive: true,
      options: optionsOf(settings),
      // What a transaction asks together leaves together.
      pipeline: true,
      ...(url === undefined && { stream: () => embedded?.connect() }),
    },
  });
  const settings = {
    // A named statement is planned once: with LIMIT and OFFSET as parameters PostgreSQL would plan it anew each time.
    plan_cache_mode: 'force_generic_plan',
    // Such a plan takes a page for a tenth of the table, and would start compilers and workers for ten rows.
    jit: 'off',
    // The zone in which moments are read fastest.
    timezone: 'UTC',
    max_parallel_workers_per_gather: 0,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const serving = connecting(settings);
  const shares = sharesOf(poolSize);
  const dataSource = new DataSource({
    ...serving,
    entities: [...tables, ...stores.map(({ table }) => table)],
    namingStrategy: new SnakeCaseColumns(),
    poolSize: url === undefined ? 1 : shares.transactions,
    extra: { ...serving.extra, query_timeout: answerMs },
  });
  const transactionPool = () => poolOf(dataSource);
  const separate = readPools();
  // The embedded database has one connection for everything.
  const isEmbedded = url === undefined;
  const pool = isEmbedded ? transactionPool : separate.reads;
  // The only writes on these connections count calls for rate limits. Access checks behind them must not wait for the disk,
  // and a crash of PostgreSQL may lose the calls of its last second.
  const briefOptions = { options: optionsOf({ ...settings, synchronous_commit: 'off' }) };
  const pipes = isEmbedded ? undefined : pipelinedConnections(() => ({ ...pool().options, ...briefOptions }), answerMs);
  const only = poolSource(transactionPool);
  const primary = reader(
    pipes === undefined ? { pool: only, brief: only, large: only } : { ...separate.sources, brief: pipes },
  );
  let replicas: readonly Replica[] = [];
  const begin = async (): Promise<void> => {
    // Loaded only where it is used: it is large.
    if (url === undefined) embedded ??= await (await import('./embedded/database.ts')).openEmbedded(directory);
  };
  // A migration takes its time, and so has a connection without any of the bounds.
  const migrateAs = (address: string | undefined) =>
    migrate(new DataSource({ ...connecting({ statement_timeout: 0, lock_timeout: 0 }, address), poolSize: 1 }));
  const migrateAll = async (): Promise<readonly string[]> => {
    await begin();
    const byOwner = ownerUrl === undefined ? [] : await migrateAs(ownerUrl);
    // Asked even if its owner has just done so: that may have been the owner of another database.
    return [...byOwner, ...(await migrateAs(url))];
  };
  const connect = async (): Promise<void> => {
    await begin();
    await dataSource.initialize();
    if (!isEmbedded) separate.open(transactionPool().options, shares);
    await pipes?.open();
    const options = optionsOf({ ...settings, statement_timeout: replicaTimeouts.statementMs });
    replicas = replicaUrls.map((connectionString) =>
      openReplica({ connectionString, max: poolSize, application_name: applicationName, options }),
    );
  };
  return {
    dataSource,
    get pool() {
      return pool();
    },
    get brief() {
      return pipes ?? pool();
    },
    connections: () => connectionsOf(dataSource.isInitialized ? [transactionPool(), ...separate.all()] : []),
    replicas: () => replicas.map(({ name, isUsable }) => ({ name, isUsed: isUsable() })),
    reader: primary,
    publicReader: replicatedReader(primary, () => replicas),
    connect,
    migrate: migrateAll,
    open: async () => {
      await migrateAll();
      await connect();
    },
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await pipes?.close();
      await separate.close();
      if (dataSource.isInitialized) await dataSource.destroy();
      await embedded?.close();
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const connectionsOf = (pools: readonly pg.Pool[]): Connections => ({
  inUse: sum(pools.map(({ totalCount, idleCount }) => totalCount - idleCount)),
  idle: sum(pools.map(({ idleCount }) => idleCount)),
  waiting: sum(pools.map(({ waitingCount }) => waitingCount)),
});

const optionsOf = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

function poolOf({ driver }: DataSource): pg.Pool {
  if ('master' in driver && driver.master instanceof pg.Pool) return driver.master;
  throw new StoreFailure('The database is not open.');
}
