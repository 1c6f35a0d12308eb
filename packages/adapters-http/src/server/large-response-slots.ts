import { tooManyRequests } from '../checks/rate-limit.ts';

/**
 * Limits on large responses, which take a long time to send. While a large response is sent, it occupies a place, and
 * the number of places is limited.
 */
export interface LargeResponseLimits {
  /** Size in bytes above which a response needs a place. */
  readonly fromBytes: number;
  /** Number of places in this process. Only responses that are already in memory may exceed this number. */
  readonly atOnce: number;
  /**
   * Number of places for one client network (an IPv4 address, or the /64 of an IPv6 address). Only responses that are
   * already in memory may exceed this number.
   */
  readonly perAddress: number;
  /** Maximum time that a response waits for a place, in milliseconds. */
  readonly waitMs: number;
  /** If the client reads nothing for this number of milliseconds, the connection is closed. */
  readonly stallMs: number;
}

type Release = () => void;

/**
 * A limited number of places for large responses. Waiting responses get places in the order of their calls. A response
 * is skipped while its network already uses `perAddress` places.
 */
export interface LargeResponseSlots {
  /**
   * Waits for a place.
   * @returns a function that releases the place; further calls of this function do nothing
   * @throws {HttpError} too-many-requests, if no place becomes free in time
   */
  readonly wait: (network: string) => Promise<Release>;
  /** Takes a place even if no place is free. Used for responses that are already in memory and must not be rejected. */
  readonly take: (network: string) => Release;
}

interface Waiting {
  readonly network: string;
  readonly admit: () => void;
}

type Places = Pick<LargeResponseLimits, 'atOnce' | 'perAddress' | 'waitMs'>;

export function largeResponseSlots({ atOnce, perAddress, waitMs }: Places): LargeResponseSlots {
  const taken = new Map<string, number>();
  const queue = new Set<Waiting>();
  let total = 0;
  const isFree = (network: string): boolean => total < atOnce && (taken.get(network) ?? 0) < perAddress;
  const add = (network: string, change: 1 | -1): void => {
    total += change;
    const count = (taken.get(network) ?? 0) + change;
    if (count === 0) taken.delete(network);
    else taken.set(network, count);
  };
  const take = (network: string): Release => {
    let isTaken = true;
    add(network, 1);
    return () => {
      if (!isTaken) return;
      isTaken = false;
      add(network, -1);
      for (const waiting of queue) if (isFree(waiting.network)) waiting.admit();
    };
  };
  const wait = (network: string): Promise<Release> =>
    new Promise((resolve, reject) => {
      const waiting = {
        network,
        admit: () => {
          clearTimeout(timer);
          queue.delete(waiting);
          resolve(take(network));
        },
      };
      const timer = setTimeout(() => {
        queue.delete(waiting);
        const quota = { name: 'large-answers', calls: perAddress, seconds: Math.ceil(waitMs / 1000) };
        reject(tooManyRequests(quota, { remainingPoints: 0, msBeforeNext: waitMs }));
      }, waitMs);
      queue.add(waiting);
    });
  return { take, wait: async (network) => (isFree(network) ? take(network) : wait(network)) };
}
