import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
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

/** The environment variable with the name of a migrated database that is copied to create temporary databases. */
const migratedTemplate = 'TEST_MIGRATED_TEMPLATE';

/**
 * Creates an empty database on the server of `adminUrl`. The collation of the database is US English, so that tests
 * detect statements without an explicit COLLATE.
 * @param adminUrl a URL whose role may create databases
 */
export const temporaryDatabase = (adminUrl: string): Promise<TemporaryDatabase> => copyOf('template0', adminUrl);

/**
 * Like `temporaryDatabase`, but the database is migrated: it is a copy of the database that `createMigratedTemplate` has
 * created. If that function was not called, the migrations run.
 */
export async function migratedDatabase(adminUrl: string): Promise<TemporaryDatabase> {
  const template = process.env[migratedTemplate];
  if (template !== undefined) return copyOf(template, adminUrl);
  const database = await temporaryDatabase(adminUrl);
  await migrateDatabase({ url: database.url, poolSize: 1 });
  return database;
}

/**
 * Creates the database that `migratedDatabase` copies, in this process and in processes that it starts later. Migrations
 * take half a second, and copies a tenth of it.
 */
export async function createMigratedTemplate(adminUrl: string): Promise<TemporaryDatabase> {
  const database = await migratedDatabase(adminUrl);
  process.env[migratedTemplate] = nameIn(database.url);
  return database;
}

/** The environment variable with the name of the tablespace in which temporary databases are created. */
const tablespace = 'TEST_TABLESPACE';

/** Space in kilobytes that databases in memory may need. */
const neededKilobytes = 2 * 1024 ** 2;

/** Returns a statement that executes a shell command on the machine of the server. */
const onServer = (command: string): string => `COPY (SELECT 1) TO PROGRAM '${command}'`;

/**
 * Makes this process, and processes that it starts later, create temporary databases in the memory of the server's
 * machine: creating and dropping databases on a disk takes five times as much time of the processor. Does nothing if the
 * role may not do this, or the machine has too little memory for it.
 * @returns a function that drops these databases and frees the memory
 */
export async function keepDatabasesInMemory(adminUrl: string): Promise<() => Promise<void>> {
  const name = temporaryName();
  const folder = `/dev/shm/${name}`;
  try {
    const hasSpace = `test $(df --output=avail /dev/shm | tail -n 1) -gt ${neededKilobytes}`;
    await run(adminUrl, onServer(`${hasSpace} && mkdir ${folder}`));
    await run(adminUrl, `CREATE TABLESPACE ${name} LOCATION '${folder}'`);
  } catch {
    return async () => undefined;
  }
  process.env[tablespace] = name;
  return async () => {
    const inMemory = 'FROM pg_database d JOIN pg_tablespace t ON t.oid = d.dattablespace WHERE t.spcname = $1';
    const databases = await rowsOf<{ datname: string }>(adminUrl, `SELECT datname ${inMemory}`, [name]);
    for (const { datname } of databases) await drop(adminUrl, datname);
    await run(adminUrl, `DROP TABLESPACE ${name}`);
    await run(adminUrl, onServer(`rmdir ${folder}`));
  };
}

const temporaryName = (): string => `portcullis_test_${randomBytes(6).toString('hex')}`;

async function copyOf(template: string, adminUrl: string): Promise<TemporaryDatabase> {
  const name = temporaryName();
  const place = process.env[tablespace];
  const options = `LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ${place === undefined ? '' : `TABLESPACE ${place}`}`;
  await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} ${options}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(url.href) };
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

/** Closes all connections to a database and drops the database, if it exists. */
export async function dropDatabase(url: string): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  await drop(server.href, nameIn(url));
}

const drop = (adminUrl: string, name: string): Promise<void> =>
  run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/** The environment variable with the path of a directory that processes of a test run share. It may not exist yet. */
const sharedDirectory = 'TEST_MIGRATED_DIRECTORY';

/** Makes processes that this process starts later share the directory at `path` instead of migrating one each. */
export function shareMigratedDirectory(path: string): void {
  process.env[sharedDirectory] = path;
}

let migrated: Promise<string> | undefined;

/**
 * Creates a directory with a migrated embedded database. The caller must remove the directory. Migrations take seconds,
 * so they run once, for this process or for those that share a directory, and the result is copied.
 */
export async function directoryWithDatabase(): Promise<string> {
  const directory = await emptyDirectory();
  cpSync(await (migrated ??= migratedDirectory()), directory, { recursive: true });
  return directory;
}

async function migratedDirectory(): Promise<string> {
  const shared = process.env[sharedDirectory];
  if (shared !== undefined && existsSync(shared)) return shared;
  const directory = await emptyDirectory();
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  await migrateDatabase({ directory, poolSize: 1 });
  if (shared === undefined) return directory;
  try {
    renameSync(directory, shared);
    return shared;
  } catch {
    // Another process has just created the shared directory.
    return directory;
  }
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
  const name = temporaryName();
  const password = randomBytes(12).toString('hex');
  await run(url, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  const own = new URL(url);
  const database = nameIn(url);
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
  await rowsOf(url, sql);
}

async function rowsOf<Row extends pg.QueryResultRow>(url: string, sql: string, values?: string[]): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
