import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { PoolClient } from './connection-source.ts';
import { pipelinedConnections } from './pipelined-connections.ts';
import { readPools } from './pools.ts';
import type { Answer, Statement } from './prepared-statements.ts';
import { reader, readerThat, type Reader } from './reader.ts';

/**
 * Shorter than those of the primary, which is asked when a replica does not answer: both fit into the 5 s of a request.
 * A replica is looked at every `checkEveryMs`, and used while it is at most `maxLagSeconds` behind.
 */
export const replicaTimeouts = {
  connectMs: 1000,
  statementMs: 2000,
  answerMs: 2500,
  checkEveryMs: 2000,
  maxLagSeconds: 10,
};

/** A read-only copy of the database. Its reads throw `StoreFailure`, as those of any reader. */
export interface Replica extends Pick<Reader, 'answer'> {
  /** Its host and port. */
  readonly name: string;
  /** Whether it answered when it was last asked, and was not too far behind. */
  readonly isUsable: () => boolean;
  readonly close: () => Promise<void>;
}

/** What has replayed all it received is only known to be recent while it goes on receiving. What is no standby is never behind. */
const recency = {
  name: 'replica recency',
  text: `SELECT CASE WHEN NOT pg_is_in_recovery() THEN true
    WHEN NOT EXISTS (SELECT FROM pg_stat_wal_receiver) THEN false
    WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN true
    ELSE clock_timestamp() - pg_last_xact_replay_timestamp() <= make_interval(secs => $1) END AS "isRecent"`,
};

/** Errors that say nothing of the replica: a bad value, a conflict with what it replays, a statement that took too long. */
const ofTheStatement = /^(?:22|40|57014)/;

/** Opens a replica without waiting for it: until it has answered it is not usable. */
export function openReplica(config: pg.PoolConfig & { readonly connectionString: string }): Replica {
  const { connectMs, answerMs, checkEveryMs, maxLagSeconds } = replicaTimeouts;
  const patient = { ...config, connectionTimeoutMillis: connectMs, query_timeout: answerMs, keepAlive: true };
  const { max = 1 } = config;
  const large = Math.ceil(max / 10);
  const pools = readPools();
  pools.open({ ...patient, Client: PoolClient }, { reads: Math.max(1, max - large), large });
  const brief = pipelinedConnections(() => patient, answerMs);
  const asked = reader({ ...pools.sources, brief });
  let isUsable = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const row = await asked.row<{ isRecent: boolean }>(recency, [maxLagSeconds]).catch(() => undefined);
    isUsable = row?.isRecent === true;
    if (isClosed) return;
    timer = setTimeout(() => void (checking = check()), checkEveryMs).unref();
  };
  let checking = check();
  return {
    name: new URL(config.connectionString).host,
    isUsable: () => isUsable,
    answer: async <Row extends object, Whole extends object>(statement: Statement, values?: readonly unknown[]) => {
      try {
        return await asked.answer<Row, Whole>(statement, values);
      } catch (error) {
        if (!isOfTheStatement(error)) isUsable = false;
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([checking, brief.close(), pools.close()]);
    },
  };
}

const isOfTheStatement = (error: unknown): boolean =>
  error instanceof StoreFailure &&
  error.cause instanceof pg.DatabaseError &&
  ofTheStatement.test(error.cause.code ?? '');

/**
 * Reads that may be as old as the replicas are: each asks one usable replica, in turn, and the primary where there is none
 * or it fails.
 */
export function replicatedReader(primary: Reader, replicas: () => readonly Replica[]): Reader {
  let turn = 0;
  const next = (): Replica | undefined => {
    const usable = replicas().filter((replica) => replica.isUsable());
    turn += 1;
    return usable[turn % usable.length];
  };
  const answerFrom = async <Row extends object, Whole extends object>(
    replica: Replica | undefined,
    ...question: Parameters<Reader['answer']>
  ): Promise<Answer<Row, Whole>> => {
    if (replica === undefined) return primary.answer<Row, Whole>(...question);
    try {
      return await replica.answer<Row, Whole>(...question);
    } catch {
      return primary.answer<Row, Whole>(...question);
    }
  };
  return readerThat(
    (...question) => answerFrom(next(), ...question),
    () => {
      const chosen = next();
      return readerThat((...question) => answerFrom(chosen, ...question));
    },
  );
}
