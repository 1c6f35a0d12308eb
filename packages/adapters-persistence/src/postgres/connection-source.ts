import pg from 'pg';

/**
 * A connection of a pool. A server may say at any moment that it ends, and between the pool, which hands a connection out,
 * and who asked for it there is a moment when neither listens: an error that nobody hears would end the process. Whoever
 * uses the connection next learns that it is broken.
 */
export class PoolClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Lends its connections, each for one question. */
export interface Lender {
  readonly lend: <T>(ask: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
}

/** A pool as a lender; it drops a connection over which a question failed, as its own `query` does. */
export const pooled = (pool: () => pg.Pool): Lender => ({
  lend: async (ask) => {
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
