import type pg from 'pg';

/** How long each connection may be silent, in milliseconds. */
const limits = new WeakMap<pg.ClientBase, number>();

/**
 * Closes the connection if statements are pending and no data arrives for `ms` milliseconds, because the server is frozen
 * or the network is broken. The pending statements then fail. Must be called before the connection is opened.
 *
 * One timer serves all statements of a connection: the `query_timeout` of `pg` would create one for each statement, and
 * leaves the connection open.
 */
export function closeWhenSilent(client: pg.Client, ms: number): void {
  limits.set(client, ms);
  client.once('connect', () => watch(client, ms));
}

/** Changes for how long the connection may be silent, for a statement that takes longer. */
export function allowSilence(client: pg.ClientBase, ms: number): void {
  limits.set(client, ms);
}

/** Returns for how long the connection may be silent, in milliseconds. Undefined: for as long as it likes. */
export const maxSilenceOf = (client: pg.ClientBase): number | undefined => limits.get(client);

function watch(client: pg.Client, ms: number): void {
  const { connection } = client;
  let pending = 0;
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
  // The server ends its response to each of these two messages with ReadyForQuery.
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
  connection.stream.on('data', restart);
  client.once('end', () => clearTimeout(timer));
}
