import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database that lives for one test run. */
export interface TemporaryDatabase {
  readonly url: string;
  /** Ends whoever is still connected, and removes the database. */
  readonly drop: () => Promise<void>;
}

/**
 * Makes an empty database on the server of `adminUrl`, whose own database is not touched. It sorts texts as people in the
 * United States do, so that a statement that forgets to say how it sorts does not pass where the server sorts by bytes.
 */
export async function temporaryDatabase(adminUrl: string): Promise<TemporaryDatabase> {
  const name = `portcullis_test_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

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
