import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateDatabase } from './database.ts';

/**
 * The prototype whose `query` method all connections call. Tests can stub this method to count statements or to make
 * them fail.
 */
export const everyConnection: Pick<pg.Client, 'query'> = pg.Client.prototype;

/** A database that exists for one test run. */
export interface TemporaryDatabase {
  readonly url: string;
  /** Closes all connections to the database and drops the database. */
  readonly drop: () => Promise<void>;
}

/**
 * Creates an empty database on the server of `adminUrl`. The collation of the database is US English, so that tests
 * detect statements without an explicit COLLATE. If TEST_TEMPLATE names a database with the same collation, the new
 * database is a copy of that database. `npm run test:upgrade` uses this to test a release on a database that a later
 * release has migrated.
 * @param adminUrl a URL whose role may create databases
 */
export async function temporaryDatabase(adminUrl: string): Promise<TemporaryDatabase> {
  const name = `portcullis_test_${randomBytes(6).toString('hex')}`;
  const template = process.env['TEST_TEMPLATE'] ?? 'template0';
  await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(url.href) };
}

/** Closes all connections to a database and drops the database, if it exists. */
export async function dropDatabase(url: string): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  await run(server.href, `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

let migrated: Promise<string> | undefined;

/**
 * Creates a directory with a migrated embedded database. The caller must remove the directory. Migrations take seconds,
 * so they run once per process and the result is copied.
 */
export async function directoryWithDatabase(): Promise<string> {
  const directory = await emptyDirectory();
  cpSync(await (migrated ??= makeMigrated()), directory, { recursive: true });
  return directory;
}

async function makeMigrated(): Promise<string> {
  const directory = await emptyDirectory();
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  await migrateDatabase({ directory, poolSize: 1 });
  return directory;
}

const emptyDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'portcullis-'));

/** A database role that exists for one test run. */
export interface TemporaryRole {
  readonly name: string;
  /** URL of the database with the name and password of this role. */
  readonly url: string;
  /** Makes the role the owner of the database. */
  readonly takeOver: () => Promise<void>;
  /** Drops the role. The database must be dropped first. */
  readonly drop: () => Promise<void>;
}

/** Creates a role that can log in to the server of `url` and has no other rights. */
export async function temporaryRole(url: string): Promise<TemporaryRole> {
  const name = `portcullis_test_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await run(url, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  const own = new URL(url);
  const database = own.pathname.slice(1);
  Object.assign(own, { username: name, password });
  const server = new URL(url);
  server.pathname = '/postgres';
  return {
    name,
    url: own.href,
    takeOver: () => run(url, `ALTER DATABASE ${database} OWNER TO ${name}`),
    drop: () => run(server.href, `DROP ROLE ${name}`),
  };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
