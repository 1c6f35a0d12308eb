import { memoryCounters, postgresCounters, redisCounters, type CounterStore } from '@portcullis/adapters-http';
import type { Database } from '@portcullis/adapters-persistence';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { reasonOf } from '../process/reason.ts';

export interface Counters {
  readonly counters: CounterStore;
  readonly disconnect: () => Promise<void>;
}

/** How long a request waits for Redis, and a start for its connection. */
const redisTimeouts = { commandTimeout: 2000, connectTimeout: 2000 };

/** Where rate limits count: in Redis where it is configured, else in PostgreSQL, and in memory for the embedded database. */
export async function openCounters(
  { redisUrl, databaseUrl }: Config,
  database: Database,
  log: Logger,
): Promise<Counters> {
  if (redisUrl !== undefined) return redis(redisUrl, log);
  const counters = databaseUrl === undefined ? memoryCounters : postgresCounters(() => database.pipelined);
  return { counters, disconnect: () => Promise.resolve() };
}

/** A Redis that is away at a start or later is tried again for as long as it takes; each outage is told once. */
async function redis(url: string, log: Logger): Promise<Counters> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { ...redisTimeouts, enableOfflineQueue: false });
  let isAway = false;
  const firstAnswer = new Promise<void>((resolve) => {
    client.on('error', (error) => {
      if (!isAway) log.warn(`Redis cannot be reached: ${reasonOf(error)}. What it should count is refused.`);
      isAway = true;
      resolve();
    });
    client.on('ready', () => {
      if (isAway) log.info('Redis is back.');
      isAway = false;
      resolve();
    });
  });
  await firstAnswer;
  return { counters: redisCounters(client), disconnect: () => Promise.resolve(client.disconnect()) };
}
