import { memoryCounters, postgresCounters, redisCounters, type CounterFactory } from '@portcullis/adapters-http';
import type { Database } from '@portcullis/adapters-persistence';
import type { Config } from './config.ts';

export interface Counters {
  readonly counters: CounterFactory;
  readonly disconnect: () => Promise<void>;
}

/** Where rate limits count: in Redis where it is configured, else in PostgreSQL, and in memory for the embedded database. */
export async function openCounters({ redisUrl, databaseUrl }: Config, { pool }: Database): Promise<Counters> {
  if (redisUrl !== undefined) {
    const { Redis } = await import('ioredis');
    const client = new Redis(redisUrl, { enableOfflineQueue: false, lazyConnect: true });
    await client.connect();
    return {
      counters: redisCounters(client),
      disconnect: async () => {
        await client.quit();
      },
    };
  }
  const counters = databaseUrl === undefined ? memoryCounters : postgresCounters(pool);
  return { counters, disconnect: () => Promise.resolve() };
}
