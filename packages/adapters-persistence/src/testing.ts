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

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
