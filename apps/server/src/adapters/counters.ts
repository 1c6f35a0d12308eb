import { memoryCounters, postgresCounters, redisCounters, type CounterStore } from '@portcullis/adapters-http';
import type { Database } from '@portcullis/adapters-persistence';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { reasonOf } from '../process/reason.ts';

export interface Counters {
  readonly counters: CounterStore;
  readonly disconnect: () => Promise<void>;
}

/** How long a request waits for a reply from Redis, and how long a connection to Redis may take to open, in milliseconds. */
const redisTimeouts = { commandTimeout: 2000, connectTimeout: 2000 };

/** Opens the store for rate-limit counters: Redis if REDIS_URL is set, memory with the embedded database, otherwise PostgreSQL. */
export async function openCounters(
  { redisUrl, databaseUrl }: Config,
  database: Database,
  log: Logger,
): Promise<Counters> {
  if (redisUrl !== undefined) return redis(redisUrl, log);
  const counters = databaseUrl === undefined ? memoryCounters : postgresCounters(() => database.pipelined);
  return { counters, disconnect: () => Promise.resolve() };
}

/**
 * Connects to Redis, and tries again until the connection succeeds. The service also starts while Redis is unavailable;
 * each outage is logged once.
 */
async function redis(url: string, log: Logger): Promise<Counters> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { ...redisTimeouts, enableOfflineQueue: false });
  let isDown = false;
  const firstEvent = new Promise<void>((resolve) => {
    client.on('error', (error) => {
      if (!isDown) log.warn(`Redis cannot be reached: ${reasonOf(error)}. Requests that need a counter are refused.`);
      isDown = true;
      resolve();
    });
    client.on('ready', () => {
      if (isDown) log.info('Redis is available again.');
      isDown = false;
      resolve();
    });
  });
  await firstEvent;
  return { counters: redisCounters(client), disconnect: () => Promise.resolve(client.disconnect()) };
}
