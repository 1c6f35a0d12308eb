import pg from 'pg';
import type { ConnectionSource } from './connection-queue.ts';
import { closeWhenSilent } from './silence.ts';

/**
 * Connections for statements that are about as fast as a primary-key lookup. A connection sends a statement without
 * waiting for the results of previous statements.
 */
export interface PipelinedConnections extends ConnectionSource {
  /** Executes a query like the `query` method of `pg`'s pool. */
  readonly query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;
  /**
   * Opens every connection, so that the first requests need not wait. If a connection cannot be opened, the next
   * request tries again.
   */
  readonly open: () => Promise<void>;
  /** Returns the number of statements that have not finished. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
}

export interface PipelineOptions {
  readonly config: () => pg.ClientConfig;
  /** A connection is closed if statements are pending and no data arrives for this time, in milliseconds. */
  readonly maxSilenceMs: number;
}

/** Number of connections. With more connections, fewer statements would share a socket write. */
const count = 2;

/**
 * Creates `count` connections, which are opened on first use and opened again after a connection loss. Statements that
 * are executed in the same turn of the event loop are sent in one socket write. This saves system calls, which are most
 * of the cost of a short read under load. A slow statement delays all statements after it, so execute slow statements
 * on a pool. To disable pipelining, pass a `poolSource` to `reader` instead.
 */
export function pipelinedConnections(options: PipelineOptions): PipelinedConnections {
  const all = Array.from({ length: count }, () => pipeline(options));
  const withConnection: ConnectionSource['withConnection'] = (run) =>
    all.reduce((least, each) => (each.waiting() < least.waiting() ? each : least)).withConnection(run);
  return {
    withConnection,
    waiting: () => all.reduce((sum, each) => sum + each.waiting(), 0),
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
  /** Returns the number of statements that have not finished. */
  readonly waiting: () => number;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function pipeline({ config, maxSilenceMs }: PipelineOptions): Pipeline {
  let opened: Promise<pg.Client> | undefined;
  let waiting = 0;
  const open = (): Promise<pg.Client> => {
    // When an old connection closes, a newer connection must not be discarded.
    const forget = (): void => {
      if (opened === opening) opened = undefined;
    };
    const connect = async (): Promise<pg.Client> => {
      const client = new pg.Client({ ...config(), pipeline: true });
      // If the connection fails, the pending statements fail with the error of the connection. The next statement opens
      // a new connection.
      client.on('error', forget).on('end', forget);
      closeWhenSilent(client, maxSilenceMs);
      await client.connect();
      return client;
    };
    const opening = connect();
    opening.catch(forget);
    return opening;
  };
  const connection = (): Promise<pg.Client> => (opened ??= open());
  return {
    waiting: () => waiting,
    open: async () => void (await connection()),
    withConnection: async (run) => {
      waiting += 1;
      try {
        const client = await connection();
        corkUntilNextTick(client.connection.stream);
        return await run(client);
      } finally {
        waiting -= 1;
      }
    },
    close: async () => {
      const last = await opened?.catch(() => undefined);
      await last?.end();
    },
  };
}

/** Buffers socket writes until the end of this turn of the event loop, so that they are sent in one write. */
export function corkUntilNextTick(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
