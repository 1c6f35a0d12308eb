import pg from 'pg';
import { corkUntilImmediate, execute, type Statement, type Texts } from './prepared.ts';

/** Executes a statement and returns its rows. */
type Execute = (statement: Statement, values: readonly string[]) => Promise<readonly Texts[]>;

/** A transaction of two statements in two round trips. */
export interface Transaction {
  /** Sends a statement together with BEGIN. */
  readonly first: Execute;
  /** Sends a statement together with COMMIT; resolves when COMMIT has succeeded. */
  readonly last: Execute;
}

export interface Connections {
  /** Executes a statement on one of the pipelined connections, which all requests share. */
  readonly execute: Execute;
  /** Runs `work` in a transaction on a separate connection. If `work` rejects, the transaction is rolled back. */
  readonly transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
}

const sizes = { pipelined: 2, forTransactions: 8 };

const options = [
  // By default, if LIMIT and OFFSET are parameters, PostgreSQL plans the statement again at each execution.
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  // The statements of the baseline read few rows. For few rows, nested loops and plain index scans are the fastest.
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
  'timezone=UTC',
]
  .map((each) => `-c ${each}`)
  .join(' ');

export async function connect(connectionString: string): Promise<Connections> {
  const config = { connectionString, pipeline: true, options };
  const pipelined = Array.from({ length: sizes.pipelined }, () => new pg.Client(config));
  for (const client of pipelined) await client.connect();
  const pool = new pg.Pool({ ...config, max: sizes.forTransactions, idleTimeoutMillis: 0 });
  let next = 0;
  return {
    execute: async (statement, values) => {
      next = (next + 1) % pipelined.length;
      const client = pipelined[next];
      if (client === undefined) throw new Error('There is no connection.');
      return execute(client, statement, values);
    },
    transaction: (work) => inTransaction(pool, work),
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const alongWith = async (before: string | undefined, sent: Parameters<Execute>, after: string | undefined) => {
    corkUntilImmediate(client.connection.stream);
    const [, rows] = await Promise.all([
      before === undefined ? undefined : client.query(before),
      execute(client, ...sent),
      after === undefined ? undefined : client.query(after),
    ]);
    return rows;
  };
  try {
    return await work({
      first: (...sent) => alongWith('BEGIN', sent, undefined),
      last: (...sent) => alongWith(undefined, sent, 'COMMIT'),
    });
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
