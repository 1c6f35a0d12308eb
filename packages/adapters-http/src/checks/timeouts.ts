import { StoreFailure } from '@portcullis/application';

/**
 * Returns a promise that settles like `work`, or rejects with the error from `late` after `ms` milliseconds. A timeout
 * does not stop the work.
 */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  // `Promise.race` would be slower, and this function runs for every request.
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
 * Returns a function that limits the total time of several successive promises to `ms` milliseconds. When the time is
 * used up, the current promise rejects with `storeTimeout()`. A running query continues until a timeout of the store
 * ends it.
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
