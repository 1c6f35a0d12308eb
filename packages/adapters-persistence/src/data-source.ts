import type { Duplex } from 'node:stream';
import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { DefaultNamingStrategy, type DataSource } from 'typeorm';
import type { PoolClient } from './postgres/connections.ts';
import { valueTypes } from './postgres/values.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';
import type { ResourceStores } from './resource-store.ts';
import { Schema1763683200000 } from './schema/index.ts';
import { snakeCase } from './sql/columns.ts';

/** Configuration parameters of PostgreSQL by their names. */
export type Settings = Readonly<Record<string, string | number>>;

/** Returns the parameters of every connection except those for migrations. */
export const sessionSettings = (searchLanguage: string): Settings => ({
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
});

/** Adds time limits to parameters. */
export const withTimeouts = (settings: Settings): Settings => ({
  ...settings,
  statement_timeout: databaseTimeouts.statementMs,
  lock_timeout: databaseTimeouts.lockMs,
  idle_in_transaction_session_timeout: databaseTimeouts.idleInTransactionMs,
});

/** Returns the connection option that sets the parameters. */
export const optionsOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

interface SourceOptions {
  /** Undefined for the embedded database. */
  readonly url: string | undefined;
  readonly applicationName: string;
  /** Stores of additional resources. */
  readonly stores: ResourceStores;
  readonly Client: typeof PoolClient;
  /** Opens a stream to the embedded database. */
  readonly stream?: () => Duplex | undefined;
}

/** Returns the options of a TypeORM data source whose connections have these parameters. */
export const sourceOptions = ({ url, applicationName, stores, Client, stream }: SourceOptions, settings: Settings) => ({
  type: 'postgres' as const,
  ...(url === undefined ? { username: 'postgres', database: 'postgres', password: '-' } : { url }),
  driver: pg,
  migrations: [Schema1763683200000, ...Object.values(stores).flatMap((store) => store.migrations ?? [])],
  installExtensions: false,
  connectTimeoutMS: databaseTimeouts.connectionMs,
  applicationName,
  extra: {
    Client,
    keepAlive: true,
    types: valueTypes,
    options: optionsOf(settings),
    // Concurrent queries of a transaction are sent without waiting for the results of earlier queries.
    pipeline: true,
    ...(stream !== undefined && { stream }),
  },
});

export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string): string {
    return snakeCase(propertyName);
  }
}

/**
 * Returns the connection pool of a data source.
 * @throws {StoreFailure} before the data source is initialized
 */
export function poolOfSource({ driver }: DataSource): pg.Pool {
  if ('master' in driver && driver.master instanceof pg.Pool) return driver.master;
  throw new StoreFailure('The database is not open.');
}
