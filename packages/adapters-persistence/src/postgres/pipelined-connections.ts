import pg from 'pg';
import type { ConnectionSource } from './connection-source.ts';

/** Connections for statements that take about as long as a look-up by key: the next is sent before the last has answered. */
export interface PipelinedConnections extends ConnectionSource {
  /** Like the `query` of `pg`'s pool. */
  readonly query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;
  /** Opens every connection, so that no request waits for that. One that fails is opened by the next request. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** With more connections, fewer statements share a write. */
const count = 2;

/**
 * Opens `count` connections, each when it is first needed and again after it was lost. Statements that are called in one
 * turn of the event loop leave in one write. Under load the system calls, not the statements, are what a brief read costs:
 * with 32 clients this halves the distance to a server written by hand on a plain pool. A statement that takes long delays
 * all that are sent after it, and belongs on a pool. To switch it off, pass a `poolSource` to `reader` instead.
 */
export function pipelinedConnections(config: () => pg.ClientConfig, answerMs: number): PipelinedConnections {
  const all = Array.from({ length: count }, () => pipeline(config, answerMs));
  const withConnection: ConnectionSource['withConnection'] = (ask) =>
    all.reduce((least, each) => (each.waiting() < least.waiting() ? each : least)).withConnection(ask);
  return {
    withConnection,
    query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) =>
      withConnection((client) => client.query<Row>(query)),
    open: async () => {
      await Promise.allSettled(all.map((each) => each.open()));
    },
    close: async () => {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}

interface Pipeline extends ConnectionSource {
  /** Number of statements that have not been answered yet. */
  readonly waiting: () => number;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Opened {
  readonly client: pg.Client;
  /** Fires if nothing arrives for long. */
  readonly timeout: NodeJS.Timeout;
}

function pipeline(config: () => pg.ClientConfig, answerMs: number): Pipeline {
  let opened: Promise<Opened> | undefined;
  let waiting = 0;
  const open = (): Promise<Opened> => {
    // Another connection may have been opened meanwhile, which must stay.
    const forget = (): void => {
      if (opened === opening) opened = undefined;
    };
    const connect = async (): Promise<Opened> => {
      const client = new pg.Client({ ...config(), query_timeout: 0, pipeline: true });
      // The statements in flight fail with the error; the next statement opens another connection.
      client.on('error', forget).on('end', forget);
      await client.connect();
      return { client, timeout: idleTimeout(client, answerMs, () => waiting > 0) };
    };
    const opening = connect();
    opening.catch(forget);
    return opening;
  };
  const connection = (): Promise<Opened> => (opened ??= open());
  return {
    waiting: () => waiting,
    open: async () => void (await connection()),
    withConnection: async (ask) => {
      const wasIdle = waiting === 0;
      waiting += 1;
      try {
        const { client, timeout } = await connection();
        if (wasIdle) timeout.refresh();
        corkUntilNextTick(client.connection.stream);
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
 * Closes a connection over which nothing arrives while statements wait for answers. One timer serves all of them: the timers
 * that `pg` makes for each query took a tenth of a busy process's time in garbage collection.
 */
function idleTimeout(client: pg.Client, ms: number, isWaitedFor: () => boolean): NodeJS.Timeout {
  const { stream } = client.connection;
  const cut = (): void => {
    if (isWaitedFor()) stream.destroy();
  };
  const timeout = setTimeout(cut, ms).unref();
  stream.on('data', () => timeout.refresh());
  return timeout;
}

/** Holds back what is written until the end of this turn of the event loop, so that it leaves in one write. */
export function corkUntilNextTick(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
