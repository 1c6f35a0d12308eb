import type { UserId } from '@portcullis/domain';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { HttpError } from '../responses/http-error.ts';

/** A limit on the number of calls within a number of seconds (docs/interface.md §8). */
export interface Limit {
  /** Name of the counter, unique among all limits. */
  readonly name: string;
  readonly calls: number;
  readonly seconds: number;
  /**
   * Determines which calls are counted together: those of one logged-in user (`caller`), with one API key (`key`), of
   * one client IP address, or for one account. All IPv6 addresses in the same /64 network count as one address.
   */
  readonly per: 'caller' | 'key' | 'address' | 'account';
}

/** Creates the counters of limits, in memory or in a store that several processes share. */
export interface CounterStore {
  /** Creates the counter of one limit. */
  readonly counter: (limit: Limit) => RateLimiterAbstract;
  /** Creates the error that is thrown if the store fails. */
  readonly failure: (cause: unknown) => Error;
}

/** The number of remaining calls, and the response headers that describe the state of the limit. */
interface Counted {
  readonly remaining: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts calls, and rejects those that exceed a limit. */
export interface RateLimits {
  /**
   * Counts a call. If the call is rejected, the log entry names the account `about`.
   * @throws {HttpError} too-many-requests
   */
  readonly count: (limit: Limit, key: string, about?: UserId) => Promise<Counted>;
  /**
   * Returns the number of counted calls, without counting another call.
   * @throws {HttpError} too-many-requests, if the limit is reached
   */
  readonly check: (limit: Limit, key: string, about?: UserId) => Promise<number>;
  readonly forget: (limit: Limit, key: string) => Promise<void>;
}

/** Returns the rate limits of a service, whose counters are in the given store. */
export function rateLimits({ counter: createCounter, failure }: CounterStore): RateLimits {
  const counters = new Map<string, RateLimiterAbstract>();
  const counterOf = (limit: Limit): RateLimiterAbstract => {
    const counter = counters.get(limit.name) ?? createCounter(limit);
    counters.set(limit.name, counter);
    return counter;
  };
  /**
   * Handles the rejected promise of a counter. Returns `reason` if the limit is reached. Throws an error if the store
   * of the counter has failed.
   */
  const refusedOrBroken = (reason: unknown): RateLimiterRes => {
    if (reason instanceof RateLimiterRes) return reason;
    throw failure(reason);
  };
  return {
    count: async (limit, key, about) => {
      const result = await counterOf(limit).consume(key).catch(refusedOrBroken);
      if (result.consumedPoints > limit.calls) throw tooManyRequests(limit, result, about);
      return { remaining: result.remainingPoints, headers: limitHeaders(limit, result) };
    },
    check: async (limit, key, about) => {
      const result = await counterOf(limit).get(key).catch(refusedOrBroken);
      if (result === null) return 0;
      if (result.consumedPoints >= limit.calls) throw tooManyRequests(limit, result, about);
      return result.consumedPoints;
    },
    forget: async (limit, key) => {
      await counterOf(limit).delete(key).catch(refusedOrBroken);
    },
  };
}

type Quota = Pick<Limit, 'name' | 'calls' | 'seconds'>;
type Reached = Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>;

const seconds = ({ msBeforeNext }: Reached): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

const limitHeaders = ({ name, calls, seconds: window }: Quota, reached: Reached) => ({
  RateLimit: `"${name}";r=${Math.max(0, reached.remainingPoints)};t=${seconds(reached)}`,
  'RateLimit-Policy': `"${name}";q=${calls};w=${window}`,
});

/** Returns the error for a call that exceeds a limit. The headers of the response tell the client when to try again. */
export function tooManyRequests(quota: Quota, reached: Reached, about?: UserId): HttpError {
  const headers = { ...limitHeaders(quota, reached), 'Retry-After': String(seconds(reached)) };
  const options = { headers, limit: quota.name, about };
  return new HttpError('too-many-requests', 'Too many requests. Please try again later.', options);
}

/** Counts a call. @returns true if the limit allows the call */
export async function isWithin(limits: RateLimits, limit: Limit, key: string): Promise<boolean> {
  try {
    await limits.count(limit, key);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}
