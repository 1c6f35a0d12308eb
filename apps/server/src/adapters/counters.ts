import {
  memoryCounters,
  postgresCounters,
  redisCounters,
} from '@portcullis/adapters-http/internal/checks/rate-counters';
import type { CounterStore } from '@portcullis/adapters-http/internal/checks/rate-limit';
import type { Database } from '@portcullis/adapters-persistence';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { oneLineMessage } from '../process/one-line-message.ts';

export interface Counters {
  readonly counters: CounterStore;
  readonly disconnect: () => Promise<void>;
}

/** Maximum time for a reply from Redis, and maximum time for opening a connection to it, in milliseconds. */
const redisTimeouts = { commandTimeout: 2000, connectTimeout: 2000 };

/**
 * Opens the store for rate-limit counters: Redis if REDIS_URL is set, otherwise PostgreSQL if DATABASE_URL is set,
 * otherwise memory.
 */
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
 * Connects to Redis. The function waits only for the first success or failure, so the service also starts while Redis
 * is unavailable. After a failure, the client retries in the background. The log has one line for the beginning of each
 * outage and one line for its end.
 */
async function redis(url: string, log: Logger): Promise<Counters> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { ...redisTimeouts, enableOfflineQueue: false });
  let isDown = false;
  const firstEvent = new Promise<void>((resolve) => {
    client.on('error', (error) => {
      if (!isDown)
        log.warn(`Redis cannot be reached: ${oneLineMessage(error)}. Requests that need a counter are refused.`);
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
