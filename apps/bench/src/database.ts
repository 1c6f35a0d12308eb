import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface BenchDatabase {
  readonly url: string;
  /** A connection of the bench's own, for data and figures. */
  readonly client: pg.Client;
}

/** Runs `work` on a database made for it on the server of `adminUrl`, and drops it whatever happens. */
export async function withDatabase<T>(adminUrl: string, work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const name = `portcullis_bench_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `CREATE DATABASE ${name}`);
  const drop = () => run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const interrupted = () => void drop().then(() => process.exit(130));
  process.once('SIGINT', interrupted);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href, application_name: 'bench' });
  // The drop ends this connection too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work({ url: url.href, client });
  } finally {
    process.off('SIGINT', interrupted);
    await client.end();
    await drop();
  }
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
