import pg from 'pg';
import type { Lender } from './connection-source.ts';

/** Connections for brief reads: the next question is sent before the last one is answered. */
export interface Pipelines extends Lender {
  /** As `pg`'s pool does. */
  readonly query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;
  /** Opens every connection, so that no request waits for that. One that fails is opened by the next request. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** More of them share fewer writes each. */
const count = 2;

/**
 * As many as `count`, each opened when it is first needed and again after it was lost. What is asked in one turn of the
 * event loop leaves in one write: under load the writes, not the statements, are what brief reads cost. Whatever takes long
 * holds up what was sent after it, and belongs on the pool.
 */
export function pipelines(config: () => pg.ClientConfig, answerMs: number): Pipelines {
  const all = Array.from({ length: count }, () => pipeline(config, answerMs));
  const lend: Lender['lend'] = (ask) =>
    all.reduce((least, each) => (each.waiting() < least.waiting() ? each : least)).lend(ask);
  return {
    lend,
    query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => lend((client) => client.query<Row>(query)),
    open: async () => {
      await Promise.allSettled(all.map((each) => each.open()));
    },
    close: async () => {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}

interface Pipeline extends Lender {
  /** Number of questions that are not answered yet. */
  readonly waiting: () => number;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Opened {
  readonly client: pg.Client;
  /** Runs out while nothing arrives. */
  readonly patience: NodeJS.Timeout;
}

function pipeline(config: () => pg.ClientConfig, answerMs: number): Pipeline {
  let opened: Promise<Opened> | undefined;
  let waiting = 0;
  const open = (): Promise<Opened> => {
    // Of another connection than this one it knows nothing: that may have been opened meanwhile.
    const forget = (): void => {
      if (opened === opening) opened = undefined;
    };
    const connect = async (): Promise<Opened> => {
      const client = new pg.Client({ ...config(), query_timeout: 0, pipeline: true });
      // Whoever waits for an answer learns of the error; the next question opens another connection.
      client.on('error', forget).on('end', forget);
      await client.connect();
      return { client, patience: patienceWith(client, answerMs, () => waiting > 0) };
    };
    const opening = connect();
    opening.catch(forget);
    return opening;
  };
  const connection = (): Promise<Opened> => (opened ??= open());
  return {
    waiting: () => waiting,
    open: async () => void (await connection()),
    lend: async (ask) => {
      const wasIdle = waiting === 0;
      waiting += 1;
      try {
        const { client, patience } = await connection();
        if (wasIdle) patience.refresh();
        gather(client.connection.stream);
        return await ask(client);
      } finally {
        waiting -= 1;
      }
    },
    close: async () => {
      const last = await opened?.catch(() => undefined);
      await last?.client.end();
    },
  };
}

/**
 * Cuts a connection that is waited for and over which nothing arrives any more. One timer for all who wait: of `pg`'s, one for
 * each, the garbage took a tenth of a busy process's time.
 */
function patienceWith(client: pg.Client, ms: number, isWaitedFor: () => boolean): NodeJS.Timeout {
  const { stream } = client.connection;
  const cut = (): void => {
    if (isWaitedFor()) stream.destroy();
  };
  const patience = setTimeout(cut, ms).unref();
  stream.on('data', () => patience.refresh());
  return patience;
}

/** Holds back what is written until all that arrived in this turn has been looked at. */
export function gather(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
