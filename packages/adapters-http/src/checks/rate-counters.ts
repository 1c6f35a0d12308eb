import { StoreFailure } from '@portcullis/application';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type IRateLimiterStoreOptions,
} from 'rate-limiter-flexible';
import type { CounterStore, Limit } from './rate-limit.ts';
import { ExternalServiceFailure } from '../responses/error-report.ts';

type StoreClient = IRateLimiterStoreOptions['storeClient'];

const options = ({ name, calls, seconds }: Limit) => ({ keyPrefix: name, points: calls, duration: seconds });

const databaseFailure = (cause: unknown): StoreFailure => new StoreFailure('A rate limit was not counted.', { cause });

/** Counters in the memory of one process. */
export const memoryCounters: CounterStore = {
  counter: (limit) => new RateLimiterMemory(options(limit)),
  failure: databaseFailure,
};

/** Counters in the table `rate_limits`. `connection` returns the database client that runs the queries. */
export const postgresCounters = (connection: () => StoreClient): CounterStore => ({
  counter: (limit) =>
    new RateLimiterPostgres({
      ...options(limit),
      storeClient: connection(),
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: true,
    }),
  failure: databaseFailure,
});

/** Counters in Redis; `client` is an `ioredis` client. */
export const redisCounters = (client: StoreClient): CounterStore => ({
  counter: (limit) => new RateLimiterRedis({ ...options(limit), storeClient: client }),
  failure: (cause) => new ExternalServiceFailure('A rate limit was not counted.', { cause }),
});
