import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface BenchDatabase {
  readonly url: string;
  /** The connection with which the benchmark itself writes data and reads figures. */
  readonly client: pg.Client;
}

/** Creates a database on the server of `adminUrl`, runs `work` with it, and drops it, even after an error. */
export async function withDatabase<T>(adminUrl: string, work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const name = `portcullis_bench_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `CREATE DATABASE ${name}`);
  const drop = () => run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const interrupted = () => void drop().then(() => process.exit(130));
  process.once('SIGINT', interrupted);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href, application_name: 'bench' });
  // Dropping the database ends this connection too, and the client then emits an error.
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
