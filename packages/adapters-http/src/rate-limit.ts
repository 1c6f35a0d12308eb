import { StoreFailure } from '@portcullis/application';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { EdgeRefusal } from './edge-refusal.ts';

/** How often something may happen (specification, section 8). */
export interface Limit {
  /** Names the counter; no two limits share one. */
  readonly name: string;
  readonly calls: number;
  readonly seconds: number;
  /** Whose calls are counted together. */
  readonly per: 'caller' | 'address' | 'account';
}

/** Makes the counter of one limit, in memory or in a store that several processes share. */
export type CounterFactory = (limit: Limit) => RateLimiterAbstract;

export interface RateLimits {
  /** Counts a call; answers the headers that tell the client where it stands. Refuses: too-many-requests. */
  readonly count: (limit: Limit, key: string) => Promise<Readonly<Record<string, string>>>;
  /** Counts nothing. Refuses: too-many-requests, when the calls so far used the limit up. */
  readonly check: (limit: Limit, key: string) => Promise<void>;
  readonly forget: (limit: Limit, key: string) => Promise<void>;
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
      const result = await counterOf(limit).consume(key).catch(refusedOrBroken);
      if (result.consumedPoints > limit.calls) throw tooManyRequests(limit, result);
      return standing(limit, result);
    },
    check: async (limit, key) => {
      const result = await counterOf(limit).get(key).catch(refusedOrBroken);
      if (result !== null && result.consumedPoints >= limit.calls) throw tooManyRequests(limit, result);
    },
    forget: async (limit, key) => {
      await counterOf(limit).delete(key).catch(refusedOrBroken);
    },
  };
}

/** A counter rejects with its result where the limit is reached, and with an error where its store failed. */
function refusedOrBroken(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw new StoreFailure('The rate limit store failed.', { cause: reason });
}

type Quota = Pick<Limit, 'name' | 'calls' | 'seconds'>;
type Reached = Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>;

const seconds = ({ msBeforeNext }: Reached): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

const standing = ({ name, calls, seconds: window }: Quota, reached: Reached) => ({
  RateLimit: `"${name}";r=${Math.max(0, reached.remainingPoints)};t=${seconds(reached)}`,
  'RateLimit-Policy': `"${name}";q=${calls};w=${window}`,
});

/** The refusal of a call beyond a quota, with the headers that say when to come back. */
export function tooManyRequests(quota: Quota, reached: Reached): EdgeRefusal {
  const headers = { ...standing(quota, reached), 'Retry-After': String(seconds(reached)) };
  return new EdgeRefusal('too-many-requests', 'Too many requests. Please try again later.', { headers });
}
