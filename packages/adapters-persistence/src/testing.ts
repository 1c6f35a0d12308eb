import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database that lives for one test run. */
export interface TemporaryDatabase {
  readonly url: string;
  /** Ends whoever is still connected, and removes the database. */
  readonly drop: () => Promise<void>;
}

/** Makes an empty database on the server of `adminUrl`, whose own database is not touched. */
export async function temporaryDatabase(adminUrl: string): Promise<TemporaryDatabase> {
  const name = `portcullis_test_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `CREATE DATABASE ${name}`);
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
