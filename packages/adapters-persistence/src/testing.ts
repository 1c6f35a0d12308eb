import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateDatabase } from './database.ts';

/** Through whose `query` every connection asks: for tests that count what is asked, or fail it. */
export const everyConnection: Pick<pg.Client, 'query'> = pg.Client.prototype;

/** A database that lives for one test run. */
export interface TemporaryDatabase {
  readonly url: string;
  /** Ends whoever is still connected, and removes the database. */
  readonly drop: () => Promise<void>;
}

/**
 * Makes an empty database on the server of `adminUrl`, whose own database is not touched. It sorts texts as people in the
 * United States do, so that a statement that forgets to say how it sorts does not pass where the server sorts by bytes.
 * Where TEST_TEMPLATE names a database that was made like that, it is a copy of it: how a version is tested on a database
 * that a later one has migrated (`npm run test:upgrade`).
 */
export async function temporaryDatabase(adminUrl: string): Promise<TemporaryDatabase> {
  const name = `portcullis_test_${randomBytes(6).toString('hex')}`;
  const template = process.env['TEST_TEMPLATE'] ?? 'template0';
  await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(url.href) };
}

/** Ends whoever is still connected to this database, and removes it if it is there. */
export async function dropDatabase(url: string): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  await run(server.href, `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

let migrated: Promise<string> | undefined;

/**
 * A directory, to be removed by who asks, with an embedded database in it that is migrated and otherwise empty. Making one
 * takes seconds, so those of one process are copies of the first.
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

/** A role that lives for one test run. */
export interface TemporaryRole {
  readonly name: string;
  /** The database, as this role. */
  readonly url: string;
  /** Makes it the owner of the database. */
  readonly takeOver: () => Promise<void>;
  /** When the database is gone. */
  readonly drop: () => Promise<void>;
}

/** Makes a role that may log in to the server of `url`, and no more. */
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
