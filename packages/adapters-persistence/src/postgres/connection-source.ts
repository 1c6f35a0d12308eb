import pg from 'pg';
import { sendLongValuesUncopied } from './long-values.ts';

/**
 * A connection of a pool. The server may close it between the moment the pool hands it out and the moment its user listens
 * for errors, and an error without a listener would end the process. The next statement on it fails with the error.
 */
export class PoolClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    sendLongValuesUncopied(this);
  }
}

/** Runs a statement with a connection that it chooses. */
export interface ConnectionSource {
  readonly withConnection: <T>(ask: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
}

/** A pool as a source; it closes a connection on which a statement failed, as the pool's own `query` does. */
export const poolSource = (pool: () => pg.Pool): ConnectionSource => ({
  withConnection: async (ask) => {
    const client = await pool().connect();
    let failed = true;
    try {
      const answer = await ask(client);
      failed = false;
      return answer;
    } finally {
      client.release(failed);
    }
  },
});
