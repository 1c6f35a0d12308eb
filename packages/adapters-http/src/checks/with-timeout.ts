/**
 * Returns a promise that settles like `work`, or rejects with the error from `late` after `ms` milliseconds. A timeout
 * does not stop the work.
 */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  // `Promise.race` would be slower, and this function runs for every request with a body.
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
