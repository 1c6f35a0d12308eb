import { memoryCounters, postgresCounters, redisCounters, type CounterFactory } from '@portcullis/adapters-http';
import type { Database } from '@portcullis/adapters-persistence';
import type { Config } from './config.ts';

export interface Counters {
  readonly counters: CounterFactory;
  readonly disconnect: () => Promise<void>;
}

/** How long a request waits for Redis. */
const commandTimeoutMs = 2000;

/** Where rate limits count: in Redis where it is configured, else in PostgreSQL, and in memory for the embedded database. */
export async function openCounters({ redisUrl, databaseUrl }: Config, { pool }: Database): Promise<Counters> {
  if (redisUrl !== undefined) {
    const { Redis } = await import('ioredis');
    const client = new Redis(redisUrl, {
      enableOfflineQueue: false,
      lazyConnect: true,
      commandTimeout: commandTimeoutMs,
    });
    const disconnect = (): Promise<void> => Promise.resolve(client.disconnect());
    try {
      await client.connect();
    } catch (error) {
      // Else it would go on trying, and keep the process alive.
      await disconnect();
      throw error;
    }
    return { counters: redisCounters(client), disconnect };
  }
  const counters = databaseUrl === undefined ? memoryCounters : postgresCounters(pool);
  return { counters, disconnect: () => Promise.resolve() };
}
