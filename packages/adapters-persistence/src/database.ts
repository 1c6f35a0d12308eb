import type { OwnResource } from '@portcullis/domain';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import {
  optionsOf,
  sessionSettings,
  SnakeCaseColumns,
  sourceOptions,
  withTimeouts,
  type Settings,
} from './data-source.ts';
import type { Embedded } from './embedded/database.ts';
import { migrate } from './migrate.ts';
import {
  closeWhenSilent,
  PoolClient,
  preparedClient,
  type ExecuteQuery,
  type PrepareClient,
} from './postgres/connections.ts';
import type { Reader } from './postgres/reader.ts';
import {
  addPosition,
  checkRegularly,
  openReplica,
  positionHistory,
  replicatedReader,
  replicaTimeouts,
  type Replica,
} from './postgres/replicas.ts';
import { requireSessions } from './postgres/session-check.ts';
import { refuseStandby } from './postgres/standby.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';
import { primaryConnections, sharesOf, type Primary } from './primary.ts';
import { tablesOf, type ResourceStores } from './resource-store.ts';
import { stores } from './stores.ts';
import { tableFaults } from './compare-tables.ts';
import { tableNames } from './own-tables.ts';
import { planTables, type TableChange } from './plan-tables.ts';
import { readTables } from './stored-tables.ts';

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
   * Maximum number of pooled connections to the primary. The number 1 counts as 2. The process opens two more
   * connections, which are pipelined, and after the first call of `signals.listen` a third one. The embedded database
   * always has one connection.
   */
  readonly poolSize: number;
  /** Text search configuration of PostgreSQL for the search in contents. The default `simple` does not stem words. */
  readonly searchLanguage?: string;
  /** Whether `url` may lead to a standby, which refuses writes and may be behind the primary. Default: false. */
  readonly acceptsStandby?: boolean;
  /** Stores of additional resources. Their tables and migrations are added to the database. */
  readonly stores?: ResourceStores;
  /** The `application_name` of the connections, which PostgreSQL shows in `pg_stat_activity`. Default: `portcullis`. */
  readonly applicationName?: string;
}

/** An open database. */
export interface Database extends Pick<Primary, 'connections' | 'reader' | 'orderedReaders' | 'signals'> {
  readonly dataSource: DataSource;
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
  readonly pipelined: { readonly query: ExecuteQuery };
  /** The read replicas, each with its host and port, and whether reads are sent to it. */
  readonly replicas: () => readonly { readonly name: string; readonly isUsed: boolean }[];
  /** Connects without running migrations. */
  readonly connect: () => Promise<void>;
  /** Runs the pending migrations and returns their names. If `ownerUrl` is set, they run with its role. */
  readonly migrate: () => Promise<readonly string[]>;
  /**
   * Runs the pending migrations and connects. Throws `TransactionPooling` behind a pooler that does not keep sessions.
   * Several processes may call `open` concurrently. Until `open` has
   * succeeded, every read and transaction fails. After an error for which `isUnavailable` returns true, call `open`
   * again later.
   */
  readonly open: () => Promise<void>;
  /** Returns what the tables of additional resources lack, each as a clause. The database must be connected. */
  readonly tableFaults: () => Promise<readonly string[]>;
  /** Returns the statements after which the tables have what additional resources declare. Executes none. */
  readonly planTables: (resources: readonly OwnResource[]) => Promise<readonly TableChange[]>;
  readonly close: () => Promise<void>;
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
  return useDatabase(prepareDatabase(options), (database) => database.migrate());
}

/** Uses a database, and closes it. */
export async function useDatabase<Result>(
  opened: Database | Promise<Database>,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await opened;
  try {
    return await use(database);
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
  acceptsStandby = false,
  stores: own = {},
  applicationName = 'portcullis',
}: DatabaseOptions): Database {
  let embedded: Embedded | undefined;
  const isEmbedded = url === undefined;
  const connecting = (settings: Settings, Client: typeof PoolClient, address = url) =>
    sourceOptions(
      {
        url: address,
        applicationName,
        stores: own,
        Client,
        ...(url === undefined && { stream: () => embedded?.connect() }),
      },
      settings,
    );
  const parameters = sessionSettings(searchLanguage);
  const settings = withTimeouts(parameters);
  const shares = sharesOf(poolSize);
  const prepare: PrepareClient = (client) => {
    closeWhenSilent(client, databaseTimeouts.silenceMs);
    if (!acceptsStandby) refuseStandby(client);
  };
  const dataSource = new DataSource({
    ...connecting(settings, isEmbedded ? PoolClient : preparedClient(prepare)),
    entities: [...tablesOf({ ...stores, ...own })],
    namingStrategy: new SnakeCaseColumns(),
    poolSize: isEmbedded ? 1 : shares.transactions,
  });
  const primary = primaryConnections(dataSource, isEmbedded ? undefined : { reads: shares.reads, prepare }, settings);
  let replicas: readonly Replica[] = [];
  let positionChecks: ReturnType<typeof checkRegularly> | undefined;
  const prepareEmbedded = async (): Promise<void> => {
    // PGlite, the embedded database, is large, so it is loaded only if it is used.
    if (url !== undefined) return;
    embedded ??= await (await import('./embedded/database.ts')).openEmbedded(directory, parameters);
  };
  // Migrations may take a long time, so they run without timeouts.
  const MigratingClient = isEmbedded ? PoolClient : preparedClient(refuseStandby);
  const migrateAs = (address: string | undefined) =>
    migrate(
      new DataSource({
        ...connecting({ statement_timeout: 0, lock_timeout: 0 }, MigratingClient, address),
        poolSize: 1,
      }),
    );
  let hasSessions = isEmbedded;
  const checkSessions = async (): Promise<void> => {
    if (hasSessions) return;
    for (const address of new Set([url, ownerUrl]))
      if (address !== undefined) await requireSessions(address, applicationName);
    hasSessions = true;
  };
  const migrateAll = async (): Promise<readonly string[]> => {
    await prepareEmbedded();
    await checkSessions();
    const migrationsByOwner = ownerUrl === undefined ? [] : await migrateAs(ownerUrl);
    // Migrations also run with `url`. If `ownerUrl` points to another database by mistake, this second run migrates the
    // right database, or fails.
    return [...migrationsByOwner, ...(await migrateAs(url))];
  };
  const connect = async (): Promise<void> => {
    await prepareEmbedded();
    await checkSessions();
    await primary.open();
    if (replicaUrls.length === 0) return;
    const { maxLagSeconds, checkEveryMs } = replicaTimeouts;
    // Up to `checkEveryMs` pass until the position is read again.
    const positions = positionHistory(maxLagSeconds * 1000 - checkEveryMs);
    await addPosition(positions, primary.reader);
    positionChecks = checkRegularly(() => addPosition(positions, primary.reader));
    const replicaOptions = optionsOf({ ...settings, statement_timeout: replicaTimeouts.statementMs });
    replicas = replicaUrls.map((connectionString) =>
      openReplica(
        { connectionString, max: poolSize, application_name: applicationName, options: replicaOptions },
        positions.required,
      ),
    );
  };
  const storedOf = (resources: readonly OwnResource[]) => readTables(dataSource, resources.flatMap(tableNames));
  return {
    dataSource,
    get pool() {
      return primary.pool();
    },
    get pipelined() {
      return primary.pipelined();
    },
    signals: primary.signals,
    connections: primary.connections,
    replicas: () => replicas.map(({ name, isUsable }) => ({ name, isUsed: isUsable() })),
    reader: primary.reader,
    orderedReaders: primary.orderedReaders,
    publicReader: replicatedReader(primary.reader, () => replicas),
    connect,
    tableFaults: async () => {
      const resources = Object.values(own).flatMap((store) => store.own ?? []);
      return resources.length === 0 ? [] : tableFaults(resources, await storedOf(resources));
    },
    planTables: async (resources) => planTables(resources, await storedOf(resources)),
    migrate: migrateAll,
    open: async () => {
      await migrateAll();
      await connect();
    },
    close: async () => {
      await Promise.all([positionChecks?.stop(), ...replicas.map((replica) => replica.close())]);
      await primary.close();
      await embedded?.close();
    },
  };
}
