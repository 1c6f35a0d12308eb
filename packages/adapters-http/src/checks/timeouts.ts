import { StoreFailure } from '@portcullis/application';

/** Settles in the same way as `work`, or rejects with `late()` after `ms` milliseconds. After a timeout, the work itself continues. */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  // `Promise.race` would be slower, and this runs for every request.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    const inTime =
      <Settled>(settle: (as: Settled) => void) =>
      (as: Settled): void => {
        clearTimeout(timer);
        settle(as);
      };
    work.then(inTime(resolve), inTime(reject));
  });
}

export const storeTimeout = (): StoreFailure => new StoreFailure('The store took too long.');

/**
 * Returns a function that limits the total time of several promises, one after another, to `ms` milliseconds. When the
 * time is used up, the current promise rejects with `storeTimeout()`. A query that is still running is ended by the
 * timeouts of the store.
 */
export function timeBudget(ms: number): <T>(work: Promise<T>) => Promise<T> {
  let left = ms;
  return async (work) => {
    const began = performance.now();
    try {
      return await withTimeout(work, left, storeTimeout);
    } finally {
      left -= performance.now() - began;
    }
  };
}
