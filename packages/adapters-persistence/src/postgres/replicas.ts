import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { closeWhenSilent, pipelinedConnections, poolOf, preparedClient, type PrepareClient } from './connections.ts';
import { valueTypes } from './values.ts';
import { createReader, short, type Reader, readerOf, type Statement, statementOf } from './reader.ts';

/**
 * Timeouts in milliseconds, and the maximum lag in seconds. If a read from a replica fails, the read is repeated on the
 * primary. A replica is checked every `checkEveryMs` and used while its lag is at most `maxLagSeconds`. The position of the
 * primary is read as often.
 */
export const replicaTimeouts = {
  connectMs: 1000,
  statementMs: 2000,
  answerMs: 2500,
  checkEveryMs: 2000,
  maxLagSeconds: 10,
};

/** A read replica of the database. Failed reads reject with `StoreFailure`. */
export interface Replica extends Pick<Reader, 'rows'> {
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
 * The position in the write-ahead log (WAL) in bytes: up to which a standby has replayed it, or another server has
 * written it to the disk.
 */
export const walPosition = `pg_wal_lsn_diff(
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END, '0/0')::float8`;

const positionText = `SELECT pg_is_in_recovery() AS "isStandby", ${walPosition} AS position`;
const position = short(statementOf(positionText));

interface Position {
  readonly isStandby: boolean;
  readonly position: number;
}

/** What is known about the position of the primary. */
export interface PositionHistory {
  /** Adds the position that the primary had at a time in milliseconds, later than all before. */
  readonly add: (position: number, at: number) => void;
  /**
   * Returns the position that a replica must have replayed, so that its lag is acceptable. Undefined before the first
   * `add`. While the primary does not respond, the position stays the same, so a replica that was recent remains so.
   */
  readonly required: () => number | undefined;
}

/** @param maxAgeMs how much older than the last position of the primary the required position may be */
export function positionHistory(maxAgeMs: number): PositionHistory {
  let known: readonly { readonly position: number; readonly at: number }[] = [];
  return {
    add: (added, at) => {
      const all = [...known, { position: added, at }];
      known = all.slice(
        Math.max(
          0,
          all.findLastIndex((each) => each.at <= at - maxAgeMs),
        ),
      );
    },
    required: () => known[0]?.position,
  };
}

/** Calls `check` at once, and again `checkEveryMs` after its end, until `stop` is called. */
export function checkRegularly(check: () => Promise<void>): { readonly stop: () => Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const repeat = async (): Promise<void> => {
    await check();
    if (!isStopped) timer = setTimeout(() => void (checking = repeat()), replicaTimeouts.checkEveryMs).unref();
  };
  let checking = repeat();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await checking;
    },
  };
}

/** Adds the current position of the primary to the history, unless the primary does not respond. */
export async function addPosition(history: PositionHistory, primary: Pick<Reader, 'row'>): Promise<void> {
  const at = performance.now();
  const row = await primary.row<Position>(position).catch(() => undefined);
  if (row !== undefined) history.add(row.position, at);
}

/**
 * SQLSTATEs of errors after which a replica stays usable: invalid values, conflicts with recovery, and statement
 * timeouts.
 */
const statementErrors = /^(?:22|40|57014)/;

/**
 * Opens a replica without waiting for the connection. The replica becomes usable after its first successful check.
 * @param required returns the position that the replica must have replayed (see `PositionHistory`)
 */
export function openReplica(
  config: pg.PoolConfig & { readonly connectionString: string },
  required: PositionHistory['required'],
): Replica {
  const { connectMs, answerMs } = replicaTimeouts;
  const clientConfig = { ...config, connectionTimeoutMillis: connectMs, keepAlive: true, types: valueTypes };
  const prepare: PrepareClient = (client) => closeWhenSilent(client, answerMs);
  const pool = poolOf({ ...clientConfig, Client: preparedClient(prepare) });
  const pipelined = pipelinedConnections(() => clientConfig, prepare);
  const reader = readerOf({ pool: () => pool, pipelined: pipelined.query });
  let isUsable = false;
  const checks = checkRegularly(async () => {
    const row = await reader.row<Position>(position).catch(() => undefined);
    isUsable = row !== undefined && isRecent(row, required());
  });
  return {
    name: new URL(config.connectionString).host,
    isUsable: () => isUsable,
    rows: async <Row extends object>(statement: Statement, values?: readonly unknown[]) => {
      try {
        return await reader.rows<Row>(statement, values);
      } catch (error) {
        if (!isStatementError(error)) isUsable = false;
        throw error;
      }
    },
    close: async () => {
      await Promise.all([checks.stop(), pipelined.close(), pool.end()]);
    },
  };
}

/** A server that is no standby, such as a standby that was promoted, has its own WAL and never lags. */
const isRecent = ({ isStandby, position: replayed }: Position, required: number | undefined): boolean =>
  !isStandby || (required !== undefined && replayed >= required);

const isStatementError = (error: unknown): boolean =>
  error instanceof StoreFailure &&
  error.cause instanceof pg.DatabaseError &&
  statementErrors.test(error.cause.code ?? '');

/**
 * Creates a reader that alternates between the usable replicas. The reader uses the primary if no replica is usable, or
 * if the read from a replica fails, and another usable replica if the read from the primary then fails as well.
 */
export function replicatedReader(primary: Reader, replicas: () => readonly Replica[]): Reader {
  let turn = 0;
  const next = (other?: Replica): Replica | undefined => {
    const usable = replicas().filter((replica) => replica !== other && replica.isUsable());
    turn += 1;
    return usable[turn % usable.length];
  };
  const rowsOn = async <Row extends object>(
    replica: Replica | undefined,
    ...args: Parameters<Reader['rows']>
  ): Promise<Row[]> => {
    if (replica === undefined) return primary.rows<Row>(...args);
    try {
      return await replica.rows<Row>(...args);
    } catch {
      return rowsOnPrimaryOr(() => next(replica), ...args);
    }
  };
  const rowsOnPrimaryOr = async <Row extends object>(
    otherReplica: () => Replica | undefined,
    ...args: Parameters<Reader['rows']>
  ): Promise<Row[]> => {
    try {
      return await primary.rows<Row>(...args);
    } catch (error) {
      const other = otherReplica();
      if (other === undefined) throw error;
      return other.rows<Row>(...args);
    }
  };
  return createReader(
    (...args) => rowsOn(next(), ...args),
    () => {
      const chosen = next();
      return createReader((...args) => rowsOn(chosen, ...args));
    },
  );
}
