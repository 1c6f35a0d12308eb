import pg from 'pg';
import type { Lender } from './client.ts';

/** Connections for brief reads: the next question is sent before the last one is answered. */
export interface Pipelines extends Lender {
  /** As `pg`'s pool does. */
  readonly query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;
  readonly close: () => Promise<void>;
}

/** More of them share fewer writes each. */
const count = 2;

/**
 * As many as `count`, each opened when it is first needed and again after it was lost. What is asked in one turn of the
 * event loop leaves in one write: under load the writes, not the statements, are what brief reads cost. Whatever takes long
 * holds up what was sent after it, and belongs on the pool.
 */
export function pipelines(config: () => pg.ClientConfig): Pipelines {
  const all = Array.from({ length: count }, () => pipeline(config));
  const lend: Lender['lend'] = (ask) =>
    all.reduce((least, each) => (each.waiting() < least.waiting() ? each : least)).lend(ask);
  return {
    lend,
    query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => lend((client) => client.query<Row>(query)),
    close: async () => {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}

interface Pipeline extends Lender {
  /** Number of questions that are not answered yet. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
}

function pipeline(config: () => pg.ClientConfig): Pipeline {
  let opened: Promise<pg.Client> | undefined;
  let waiting = 0;
  const open = (): Promise<pg.Client> => {
    // Of another connection than this one it knows nothing: that may have been opened meanwhile.
    const forget = (): void => {
      if (opened === opening) opened = undefined;
    };
    const connect = async (): Promise<pg.Client> => {
      const client = new pg.Client({ ...config(), pipeline: true });
      // Whoever waits for an answer learns of the error; the next question opens another connection.
      client.on('error', forget).on('end', forget);
      await client.connect();
      return client;
    };
    const opening = connect();
    opening.catch(forget);
    return opening;
  };
  return {
    waiting: () => waiting,
    lend: async (ask) => {
      waiting += 1;
      try {
        const client = await (opened ??= open());
        gather(client.connection.stream);
        return await ask(client);
      } finally {
        waiting -= 1;
      }
    },
    close: async () => {
      const client = await opened?.catch(() => undefined);
      await client?.end();
    },
  };
}

/** Holds back what is written until all that arrived in this turn has been looked at. */
export function gather(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
