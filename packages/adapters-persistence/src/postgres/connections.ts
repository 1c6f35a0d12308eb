import pg from 'pg';

/**
 * A pool connection that always has an error listener. The server may close a connection after a caller got it from the
 * pool and before the caller adds a listener. Without a listener, the process would then exit. With a listener, only
 * the next statement on the connection fails.
 */
export class PoolClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Called with a connection before it is opened. */
export type PrepareClient = (client: pg.Client) => void;

/** Returns a class of pool connections that are prepared in this way. */
export const preparedClient = (prepare: PrepareClient): typeof PoolClient =>
  class extends PoolClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      prepare(this);
    }
  };

/**
 * Creates a pool. Connections are opened when statements need them, so this does not wait for the server. If an idle
 * connection breaks, the pool removes it and emits an error, which would end the process without a listener.
 */
export const poolOf = (config: pg.PoolConfig): pg.Pool => new pg.Pool(config).on('error', () => undefined);

/** Executes a query like the `query` method of `pg`'s pool. */
export type ExecuteQuery = <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/**
 * A connection in the pipeline mode of `pg`: it sends a statement without waiting for the results of earlier statements.
 * The server executes the statements in the order of the calls.
 */
export interface PipelinedConnection {
  readonly query: ExecuteQuery;
  /** Returns the number of statements that have not finished. */
  readonly pending: () => number;
  /** Opens the connection, so that the first request need not wait. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Two pipelined connections. */
export interface PipelinedConnections extends Pick<PipelinedConnection, 'open' | 'close'> {
  readonly each: readonly [PipelinedConnection, PipelinedConnection];
  /** Executes a query on the connection with the fewest pending statements. */
  readonly query: ExecuteQuery;
}

/**
 * Creates two connections for statements that are about as fast as a primary-key lookup. A slow statement delays all
 * statements after it, so execute slow statements on a pool. Without these connections, a busy machine serves 0.3 to 0.4
 * times as many pages of contents.
 */
export function pipelinedConnections(config: () => pg.ClientConfig, prepare: PrepareClient): PipelinedConnections {
  const each = [pipelinedConnection(config, prepare), pipelinedConnection(config, prepare)] as const;
  return {
    each,
    query: (query) => leastBusy(each).query(query),
    // A connection that cannot be opened now is opened on first use.
    open: async () => void (await Promise.allSettled(each.map(({ open }) => open()))),
    close: async () => void (await Promise.all(each.map(({ close }) => close()))),
  };
}

/** The connection is opened on first use, and opened again after it was lost. */
function pipelinedConnection(config: () => pg.ClientConfig, prepare: PrepareClient): PipelinedConnection {
  let opened: Promise<pg.Client> | undefined;
  let pending = 0;
  const open = (): Promise<pg.Client> => {
    // When an old connection closes, a newer connection must not be discarded.
    const forget = (): void => {
      if (opened === opening) opened = undefined;
    };
    const connect = async (): Promise<pg.Client> => {
      const client = new pg.Client({ ...config(), pipeline: true });
      // If the connection fails, the pending statements fail with its error. The next statement opens a new connection.
      client.on('error', forget).on('end', forget);
      prepare(client);
      await client.connect();
      return client;
    };
    const opening = connect();
    opening.catch(forget);
    return opening;
  };
  const connection = (): Promise<pg.Client> => (opened ??= open());
  return {
    pending: () => pending,
    open: async () => void (await connection()),
    query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
      pending += 1;
      try {
        const client = await connection();
        corkUntilNextTurn(client.connection.stream);
        return await client.query<Row>(query);
      } finally {
        pending -= 1;
      }
    },
    close: async () => {
      const last = await opened?.catch(() => undefined);
      await last?.end();
    },
  };
}

/**
 * Buffers what is written to a socket until the end of this turn of the event loop, so that it is sent in one system
 * call: the access check and the read of a request, and the statements of other requests or of one transaction.
 */
export function corkUntilNextTurn(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Returns the one of several connections, or of their readers, with the fewest pending statements. */
export const leastBusy = <Each extends Pick<PipelinedConnection, 'pending'>>(all: readonly [Each, ...Each[]]): Each =>
  all.reduce((least, each) => (each.pending() < least.pending() ? each : least));

/** How long each connection may be silent, in milliseconds. */
const limits = new WeakMap<pg.ClientBase, number>();

/**
 * Closes the connection if statements are pending and no data arrives for `ms` milliseconds, because the server is frozen
 * or the network is broken. The pending statements then fail. Must be called immediately before the connection is opened.
 *
 * One timer serves all statements of a connection: the `query_timeout` of `pg` would create one for each statement, and
 * leaves the connection open.
 */
export function closeWhenSilent(client: pg.Client, ms: number): void {
  limits.set(client, ms);
  const { connection } = client;
  // The server ends its response to the start of the connection and to each statement with ReadyForQuery. A pool sends
  // its first statement before `pg` reports that the connection is open, so statements are counted from the beginning.
  let pending = 1;
  /** How often the timer has expired since data arrived. */
  let expired = 0;
  const expire = (): void => {
    if (pending === 0) return;
    expired += 1;
    const seen = expired;
    timer.refresh();
    if (expired * ms < (limits.get(client) ?? ms)) return;
    // If this process was busy, data may have arrived that it reads before this callback runs.
    setImmediate(() => {
      if (expired === seen && pending > 0) connection.stream.destroy();
    });
  };
  const timer = setTimeout(expire, ms).unref();
  const restart = (): void => {
    expired = 0;
    timer.refresh();
  };
  const sent = (): void => {
    if (pending === 0) restart();
    pending += 1;
  };
  const query = connection.query.bind(connection);
  connection.query = (text) => {
    sent();
    query(text);
  };
  const sync = connection.sync.bind(connection);
  connection.sync = () => {
    sent();
    sync();
  };
  connection.on('readyForQuery', () => void (pending -= 1));
  // The stream of an encrypted connection is replaced while the connection is opened.
  client.once('connect', () => connection.stream.on('data', restart));
  client.once('end', () => clearTimeout(timer));
}

/** Changes for how long the connection may be silent, for a statement that takes longer. */
export function allowSilence(client: pg.ClientBase, ms: number): void {
  limits.set(client, ms);
}

/** Returns for how long the connection may be silent, in milliseconds. Undefined: for as long as it likes. */
export const maxSilenceOf = (client: pg.ClientBase): number | undefined => limits.get(client);
