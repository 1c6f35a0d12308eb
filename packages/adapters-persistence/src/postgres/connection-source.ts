import pg from 'pg';
import { sendLongValuesUncopied } from './long-values.ts';

/**
 * A connection of a pool that always has an error listener. Otherwise the process would exit if the server closes the
 * connection after the pool has returned it and before the caller adds a listener. The next statement on the connection
 * fails with the error.
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

/** Makes a source from a pool. Like the pool's own `query`, it closes a connection on which a statement failed. */
export const poolSource = (pool: () => pg.Pool): ConnectionSource => ({
  withConnection: async (run) => {
    const client = await pool().connect();
    let failed = true;
    try {
      const result = await run(client);
      failed = false;
      return result;
    } finally {
      client.release(failed);
    }
  },
});
