import pg from 'pg';
import type { ConnectionQueue, Priority } from './connection-queue.ts';
import { sendLongValuesUncopied } from './long-values.ts';

/**
 * A pool connection that always has an error listener. The server may close a connection after a caller got it from the
 * pool and before the caller adds a listener. Without a listener, the process would then exit. With a listener, only
 * the next statement on the connection fails.
 */
export class PoolClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    sendLongValuesUncopied(this);
  }
}

/** Chooses a connection and passes it to a callback. */
export interface ConnectionSource {
  readonly withConnection: <T>(run: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
}

/**
 * Creates a source from a pool. The queue of the pool decides which statement gets the next free connection. Like the
 * pool's own `query`, the source closes a connection on which a statement failed.
 */
export const poolSource = (
  pool: () => pg.Pool,
  queue: ConnectionQueue,
  priority: Priority = 'read',
): ConnectionSource => ({
  withConnection: async (run) => {
    const leave = await queue.acquire(priority);
    try {
      const client = await pool().connect();
      let failed = true;
      try {
        const result = await run(client);
        failed = false;
        return result;
      } finally {
        client.release(failed);
      }
    } finally {
      leave();
    }
  },
});
