import { walPosition } from './postgres/replicas.ts';
import type { DataSource } from 'typeorm';
import { migrationStates } from './migrate.ts';

/** What a database says about itself, and about the rights of the role that asks. Nothing in it is judged. */
export interface DatabaseDiagnosis {
  /** The release, such as `15.19`. */
  readonly version: string;
  /** The release as a number that can be compared, such as 150019. */
  readonly versionNumber: number;
  readonly encoding: string;
  /** Whether the server is a standby, which refuses writes. */
  readonly isStandby: boolean;
  /** Up to where the server has written its write-ahead log, or a standby has replayed it, in bytes. */
  readonly walPosition: number;
  /** The age of the last transaction that a standby has replayed, in seconds. Null for other servers. */
  readonly replayedSecondsAgo: number | null;
  /** The number of standbys that follow this server. */
  readonly standbys: number;
  /** Whether a commit waits until a standby has it. */
  readonly isSynchronous: boolean;
  /** Whether the connection is encrypted. */
  readonly isEncrypted: boolean;
  /** The settings that could lose committed data in a crash, and are off: `fsync`, `full_page_writes`. */
  readonly unsafeSettings: readonly string[];
  readonly connections: { readonly max: number; readonly used: number };
  /** How far the clock of the database is ahead of the clock of this process, in milliseconds. */
  readonly clockAheadMs: number;
  readonly role: {
    readonly name: string;
    readonly isSuperuser: boolean;
    /** Whether the role owns the tables, so that it can drop them. */
    readonly ownsTables: boolean;
    /** The tables that the role cannot read. */
    readonly unreadable: readonly string[];
    /** Whether the role may change or delete audit records as far as its rights go. Triggers refuse it even then. */
    readonly mayChangeRecords: boolean;
  };
  readonly migrations: Migrations;
}

interface Migrations {
  /** The migrations of this release that have not run. */
  readonly pending: readonly string[];
  /** The migrations that have run, and that this release does not know. */
  readonly unknown: readonly string[];
}

interface Row extends Omit<DatabaseDiagnosis, 'connections' | 'clockAheadMs' | 'role' | 'migrations'> {
  readonly max: number;
  readonly used: number;
  readonly clockMs: number;
  readonly role: DatabaseDiagnosis['role'];
}

const about = `SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::int AS "versionNumber",
  current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() AS "isStandby",
  ${walPosition} AS "walPosition",
  extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS "replayedSecondsAgo",
  (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
  current_setting('synchronous_standby_names') <> '' AS "isSynchronous",
  coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
  (SELECT coalesce(json_agg(name ORDER BY name), '[]') FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off') AS "unsafeSettings",
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max,
  (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
  extract(epoch FROM clock_timestamp())::float8 * 1000 AS "clockMs",
  json_build_object(
    'name', current_user,
    'isSuperuser', (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
    'ownsTables', EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user),
    'unreadable', (SELECT coalesce(json_agg(tablename ORDER BY tablename), '[]') FROM pg_tables
      WHERE schemaname = current_schema() AND NOT has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')),
    'mayChangeRecords', coalesce((SELECT has_table_privilege(to_regclass('audit_records'), 'UPDATE, DELETE')), false)
  ) AS role`;

/** Asks a database about itself. Changes nothing. */
export async function diagnoseDatabase(dataSource: DataSource): Promise<DatabaseDiagnosis> {
  // The first query may wait for a connection, which would be counted as a difference of the clocks.
  await dataSource.query('SELECT 1');
  const askedAt = Date.now();
  const [row]: readonly Row[] = await dataSource.query(about);
  if (row === undefined) throw new TypeError('The query about the database returned no row.');
  const { max, used, clockMs, ...rest } = row;
  return {
    ...rest,
    connections: { max, used },
    clockAheadMs: clockMs - (askedAt + Date.now()) / 2,
    migrations: await diagnoseMigrations(dataSource),
  };
}

/** Compares the migrations that have run with those of this release. Changes nothing. */
export async function diagnoseMigrations(dataSource: DataSource): Promise<Migrations> {
  const states = await migrationStates(dataSource);
  const known = new Set(dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name));
  return {
    pending: states.filter(({ hasRun }) => !hasRun).map(({ name }) => name),
    unknown: states.filter(({ name, hasRun }) => hasRun && !known.has(name)).map(({ name }) => name),
  };
}
