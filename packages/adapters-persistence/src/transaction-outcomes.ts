import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { QueryFailedError, TypeORMError } from 'typeorm';
import { corkUntilNextTick } from './postgres/pipelined-connections.ts';
import { executePrepared } from './postgres/prepared-statements.ts';
import { isUnavailable } from './postgres/unavailable.ts';
import { repeatUntilSuccess } from './postgres/reader.ts';
import { executeCommand } from './sql/transaction.ts';

/** The outcomes of transactions, which are looked up when the connection is lost during a commit. */
export interface TransactionOutcomes {
  /**
   * Commits the transaction of the connection. If the connection is lost before the result has arrived, looks up
   * whether the transaction was committed.
   * @throws {StoreFailure} outcome-unknown, if no database server responds
   * @throws {TypeORMError} if the transaction was rolled back
   */
  readonly commit: (connection: pg.PoolClient) => Promise<void>;
  /** Removes a batch of outcomes that are older than an hour. Returns the number of removed outcomes. */
  readonly removeOld: (now: Date) => Promise<number>;
  /** Returns the number of outcomes that are being looked up on an open connection. */
  readonly lookingUp: () => number;
}

interface OutcomeOptions {
  /** Opens the connections for looking up outcomes. */
  readonly config: () => pg.ClientConfig;
  /** Called with each of these connections before it is opened, so that it is closed if the server does not respond. */
  readonly opening: (client: pg.Client) => void;
  readonly pool: () => pg.Pool;
  readonly lastResponseAt: () => number;
}

const keptMs = 3_600_000;
/** Maximum number of rows that one call removes. */
const batch = 10_000;

/**
 * Adds the row only if the transaction has written something, because a transaction without a transaction id has
 * nothing to commit.
 */
const record = {
  name: 'transaction outcome',
  text: 'INSERT INTO transaction_outcomes (id) SELECT $1 WHERE pg_current_xact_id_if_assigned() IS NOT NULL',
};

/**
 * Records the outcome of transactions. Each transaction that has written something adds a row with a random id to
 * `transaction_outcomes`, in the same socket write as COMMIT. `pg_xact_status` cannot replace the table: after a
 * fail-over, PostgreSQL may assign the transaction ids of lost transactions again.
 */
export const transactionOutcomes = ({ config, opening, pool, lastResponseAt }: OutcomeOptions): TransactionOutcomes => {
  let lookingUp = 0;
  const lookUp = async (id: string, connectionTimeoutMillis: number): Promise<boolean> => {
    const client = new pg.Client({ ...config(), connectionTimeoutMillis });
    client.on('error', () => undefined);
    opening(client);
    try {
      await client.connect();
      lookingUp += 1;
      return await isCommitted(client, id).finally(() => void (lookingUp -= 1));
    } finally {
      client.end().catch(() => undefined);
    }
  };
  return {
    commit: async (connection) => {
      const id = timeOrderedId(new Date());
      corkUntilNextTick(connection.connection.stream);
      const recorded = executePrepared(connection, record, [id]);
      const [committed] = await Promise.allSettled([commitWithoutOutcome(connection), recorded]);
      if (committed.status === 'fulfilled') return;
      const { reason } = committed;
      if (!isLost(reason)) throw reason;
      const wasCommitted = await repeatUntilSuccess((connectMs) => lookUp(id, connectMs), {
        lastResponseAt,
        message: 'The outcome of a commit is not known.',
        firstFailureAt: performance.now(),
      });
      if (!wasCommitted) throw reason;
    },
    removeOld: async (now) => {
      const before = timeOrderedId(new Date(now.getTime() - keptMs));
      const { rowCount } = await pool().query(
        `DELETE FROM transaction_outcomes WHERE id = ANY (array(
          SELECT id FROM transaction_outcomes WHERE id < $1 ORDER BY id LIMIT $2))`,
        [before, batch],
      );
      return rowCount ?? 0;
    },
    lookingUp: () => lookingUp,
  };
};

/**
 * Commits the transaction of the connection.
 * @throws {TypeORMError} if the transaction was rolled back
 */
export async function commitWithoutOutcome(connection: pg.PoolClient): Promise<void> {
  // If a statement failed and its error was ignored, PostgreSQL rolls back on COMMIT and reports `ROLLBACK`.
  if ((await executeCommand(connection, 'COMMIT')) !== 'COMMIT') throw new TypeORMError('It was rolled back.');
}

/** Returns true unless the server has reported that it rolled back the transaction. */
const isLost = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  (!(error.driverError instanceof pg.DatabaseError) || isUnavailable(error.driverError));

/** Returns a random id (UUID version 7) that begins with the time, so that old outcomes are found by their ids. */
function timeOrderedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/**
 * Finds out whether the transaction with this outcome id was committed. The server may still be executing it: the
 * INSERT then waits for its end, because it has the same key. If the transaction was not committed, the new row keeps
 * it from being committed later, for example when the server reads a COMMIT that was on its way when the connection
 * broke.
 */
async function isCommitted(client: pg.Client, id: string): Promise<boolean> {
  await client.query('INSERT INTO transaction_outcomes (id, committed) VALUES ($1, false) ON CONFLICT DO NOTHING', [
    id,
  ]);
  const { rows } = await client.query<{ committed: boolean }>(
    'SELECT committed FROM transaction_outcomes WHERE id = $1',
    [id],
  );
  return rows[0]?.committed === true;
}
