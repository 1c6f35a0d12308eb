import { StoreFailure } from '@portcullis/application';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { EdgeRefusal } from './edge-refusal.ts';

/** How often an operation may be called (specification, section 8). */
export interface Limit {
  /** Names the counter; no two limits share one. */
  readonly name: string;
  readonly calls: number;
  readonly seconds: number;
  /** Whose calls are counted together. */
  readonly per: 'caller' | 'address';
}

/** Makes the counter of one limit, in memory or in a store that several processes share. */
export type CounterFactory = (limit: Limit) => RateLimiterAbstract;

export interface RateLimits {
  /** Counts a call; answers the headers that tell the client where it stands. Refuses: too-many-requests. */
  readonly count: (limit: Limit, key: string) => Promise<Readonly<Record<string, string>>>;
}

export function rateLimits(createCounter: CounterFactory): RateLimits {
  const counters = new Map<string, RateLimiterAbstract>();
  const counterOf = (limit: Limit): RateLimiterAbstract => {
    const counter = counters.get(limit.name) ?? createCounter(limit);
    counters.set(limit.name, counter);
    return counter;
  };
  return {
    count: async (limit, key) => {
      try {
        return standing(limit, await counterOf(limit).consume(key));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes))
          throw new StoreFailure('The rate limit store failed.', { cause: reason });
        const headers = { ...standing(limit, reason), 'Retry-After': String(seconds(reason)) };
        throw new EdgeRefusal('too-many-requests', 'Too many requests. Please try again later.', { headers });
      }
    },
  };
}

const seconds = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

const standing = (limit: Limit, result: RateLimiterRes) => ({
  RateLimit: `"${limit.name}";r=${Math.max(0, result.remainingPoints)};t=${seconds(result)}`,
  'RateLimit-Policy': `"${limit.name}";q=${limit.calls};w=${limit.seconds}`,
});
