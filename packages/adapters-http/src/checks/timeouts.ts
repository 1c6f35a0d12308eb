import { StoreFailure } from '@portcullis/application';

/** What `work` comes to, or `late()` thrown when it takes longer than `ms`; the work itself goes on. */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  // Not `Promise.race`, which is dearer: every request passes here.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    const inDue =
      <Settled>(settle: (as: Settled) => void) =>
      (as: Settled): void => {
        clearTimeout(timer);
        settle(as);
      };
    work.then(inDue(resolve), inDue(reject));
  });
}

export const storeTimeout = (): StoreFailure => new StoreFailure('The store took too long.');

/**
 * A time for several pieces of work one after another: each may take what the others left of it. Past it a request is
 * answered like one whose store failed; a write that was under way ends by the store's own bounds, one way or the other.
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
