import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type IRateLimiterStoreOptions,
} from 'rate-limiter-flexible';
import type { CounterFactory, Limit } from './rate-limit.ts';

type StoreClient = IRateLimiterStoreOptions['storeClient'];

const options = ({ name, calls, seconds }: Limit) => ({ keyPrefix: name, points: calls, duration: seconds });

/** Counters of one process. */
export const memoryCounters: CounterFactory = (limit) => new RateLimiterMemory(options(limit));

/** Counters in a table that the migrations made; `pool` is a `pg` pool. */
export const postgresCounters =
  (pool: StoreClient): CounterFactory =>
  (limit) =>
    new RateLimiterPostgres({
      ...options(limit),
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: true,
    });

/** Counters in Redis; `client` is an `ioredis` client. */
export const redisCounters =
  (client: StoreClient): CounterFactory =>
  (limit) =>
    new RateLimiterRedis({ ...options(limit), storeClient: client });
