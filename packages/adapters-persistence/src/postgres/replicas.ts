import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { PoolClient } from './connection-queue.ts';
import { pipelinedConnections } from './pipelined-connections.ts';
import { readPools } from './pools.ts';
import type { QueryResult, Statement } from './prepared-statements.ts';
import { reader, createReader, type Reader } from './reader.ts';

/**
 * Timeouts in milliseconds, and the maximum lag in seconds. If a read from a replica fails, the read is repeated on the
 * primary. A replica is checked every `checkEveryMs` and used while its lag is at most `maxLagSeconds`.
 */
export const replicaTimeouts = {
  connectMs: 1000,
  statementMs: 2000,
  answerMs: 2500,
  checkEveryMs: 2000,
  maxLagSeconds: 10,
};

/** A read replica of the database. Failed reads reject with `StoreFailure`. */
export interface Replica extends Pick<Reader, 'execute'> {
  /** The host and port of the replica. */
  readonly name: string;
  /**
   * Whether the lag was acceptable at the last check. False if a read has failed since then with an error that is not
   * in `statementErrors`.
   */
  readonly isUsable: () => boolean;
  readonly close: () => Promise<void>;
}

/**
 * Returns SQL that checks whether the lag is acceptable. A server that is not a standby never lags. The lag of a standby is not
 * acceptable if it no longer receives WAL, even if it has replayed all received WAL. While a standby receives WAL, its
 * lag is 0 if it has replayed all of it, and otherwise the age of the last replayed transaction.
 */
export const isRecent = (maxLagSeconds: string): string => `CASE WHEN NOT pg_is_in_recovery() THEN true
    WHEN NOT EXISTS (SELECT FROM pg_stat_wal_receiver) THEN false
    WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN true
    ELSE coalesce(clock_timestamp() - pg_last_xact_replay_timestamp() <= make_interval(secs => ${maxLagSeconds}), false) END`;

const recency = { name: 'replica recency', text: `SELECT ${isRecent('$1')} AS "isRecent"` };

/**
 * SQLSTATEs of errors after which a replica stays usable: invalid values, conflicts with recovery, and statement
 * timeouts.
 */
const statementErrors = /^(?:22|40|57014)/;

/** Opens a replica without waiting for the connection. The replica becomes usable after its first successful check. */
export function openReplica(config: pg.PoolConfig & { readonly connectionString: string }): Replica {
  const { connectMs, answerMs, checkEveryMs, maxLagSeconds } = replicaTimeouts;
  const clientConfig = { ...config, connectionTimeoutMillis: connectMs, query_timeout: answerMs, keepAlive: true };
  const { max = 1 } = config;
  const large = Math.ceil(max / 10);
  const pools = readPools({ reads: Math.max(1, max - large), large });
  pools.open({ ...clientConfig, Client: PoolClient });
  const pipelined = pipelinedConnections({ config: () => clientConfig, maxSilenceMs: answerMs });
  const pooledReader = reader({ ...pools.sources, pipelined });
  let isUsable = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const row = await pooledReader.row<{ isRecent: boolean }>(recency, [maxLagSeconds]).catch(() => undefined);
    isUsable = row?.isRecent === true;
    if (isClosed) return;
    timer = setTimeout(() => void (checking = check()), checkEveryMs).unref();
  };
  let checking = check();
  return {
    name: new URL(config.connectionString).host,
    isUsable: () => isUsable,
    execute: async <Row extends object, Aggregate extends object>(
      statement: Statement,
      values?: readonly unknown[],
    ) => {
      try {
        return await pooledReader.execute<Row, Aggregate>(statement, values);
      } catch (error) {
        if (!isStatementError(error)) isUsable = false;
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([checking, pipelined.close(), pools.close()]);
    },
  };
}

const isStatementError = (error: unknown): boolean =>
  error instanceof StoreFailure &&
  error.cause instanceof pg.DatabaseError &&
  statementErrors.test(error.cause.code ?? '');

/**
 * Creates a reader that alternates between the usable replicas. The reader uses the primary if no replica is usable, or
 * if the read from a replica fails.
 */
export function replicatedReader(primary: Reader, replicas: () => readonly Replica[]): Reader {
  let turn = 0;
  const next = (): Replica | undefined => {
    const usable = replicas().filter((replica) => replica.isUsable());
    turn += 1;
    return usable[turn % usable.length];
  };
  const executeOn = async <Row extends object, Aggregate extends object>(
    replica: Replica | undefined,
    ...args: Parameters<Reader['execute']>
  ): Promise<QueryResult<Row, Aggregate>> => {
    if (replica === undefined) return primary.execute<Row, Aggregate>(...args);
    try {
      return await replica.execute<Row, Aggregate>(...args);
    } catch {
      return primary.execute<Row, Aggregate>(...args);
    }
  };
  return createReader(
    (...args) => executeOn(next(), ...args),
    () => {
      const chosen = next();
      return createReader((...args) => executeOn(chosen, ...args));
    },
  );
}
