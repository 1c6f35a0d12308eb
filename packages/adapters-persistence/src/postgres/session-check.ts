import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { closeWhenSilent } from './connections.ts';

/** The connections of this service share those of the database, as behind PgBouncer in transaction mode. */
export class TransactionPooling extends Error {
  override readonly name = 'TransactionPooling';

  constructor() {
    super(
      'The database is behind a pooler such as PgBouncer in transaction mode, which does not keep prepared statements: set pool_mode = session, or connect to PostgreSQL directly.',
    );
  }
}

const timeoutMs = 5000;
/** How often the check is repeated, because another client may take the connection that it waits for. */
const attempts = 5;

const text = 'SELECT pg_backend_pid() AS pid';

/**
 * Checks that a connection keeps its session between transactions. Behind a pooler in transaction mode, a second
 * connection in a transaction gets the backend of the first one, and then the first one gets another backend, which
 * does not know the prepared statements of the first.
 * @throws {TransactionPooling}
 * @throws {Error} if the server cannot be reached
 */
export async function requireSessions(connectionString: string, applicationName: string): Promise<void> {
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: timeoutMs,
    });
    client.on('error', () => undefined);
    closeWhenSilent(client, timeoutMs);
    await client.connect();
    return client;
  };
  const first = await open();
  try {
    const second = await open();
    try {
      // The backends of a pooler keep the statements of earlier checks, so each check has a name of its own.
      const prepared = { name: `portcullis session check ${randomUUID()}`, text };
      for (let attempt = 0; attempt < attempts; attempt += 1) await compareBackends(first, second, prepared);
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

async function compareBackends(first: pg.Client, second: pg.Client, prepared: pg.QueryConfig): Promise<void> {
  const pid = await pidOf(first, prepared);
  await second.query('BEGIN');
  const isShared = (await pidOf(second, { text })) === pid;
  // A pooler that keeps prepared statements, or that keeps a session in which there are any, can be used.
  const keepsStatements = !isShared || (await pidOf(first, prepared).catch(() => undefined)) !== undefined;
  await second.query('ROLLBACK').catch(() => undefined);
  if (!keepsStatements) throw new TransactionPooling();
}

const pidOf = async (client: pg.Client, query: pg.QueryConfig): Promise<number | undefined> =>
  (await client.query<{ pid: number }>(query)).rows[0]?.pid;
