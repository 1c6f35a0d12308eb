/** How long a tab waits for the task of another tab, in milliseconds. A suspended tab may never finish its task. */
const waitMs = 20_000;

/**
 * Runs a task when no other tab of the same origin runs a task with this name. Browsers offer such locks only on pages
 * with https and on pages of the local machine. Without locks, the task runs at once.
 * @throws {DOMException} TimeoutError if the task of another tab takes too long
 * @example
 * const inMemory = tokensInMemory();
 * const tokens: TokenStore = { ...inMemory, exclusively: (task) => runInOneTab('my-tokens', task) };
 */
export function runInOneTab<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks;
  // The types of browsers do not say that `locks` may be missing.
  return (locks as LockManager | undefined) === undefined
    ? task()
    : locks.request(name, { signal: AbortSignal.timeout(waitMs) }, task);
}
