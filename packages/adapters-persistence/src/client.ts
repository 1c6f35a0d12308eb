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
