import { createContext, Script } from 'node:vm';

/** The running job. After a timeout, Node can stop only code that runs in a `vm` context. */
const context: { job: (() => unknown) | undefined } = { job: undefined };
createContext(context);
const script = new Script('job()');

/**
 * Returns the result of `job`, or `undefined` if it was stopped after `limitMs` milliseconds, even inside a regular
 * expression. The overhead is a quarter of a millisecond.
 */
export function within<T>(limitMs: number, job: () => T): T | undefined {
  let result: T | undefined;
  context.job = () => {
    result = job();
  };
  try {
    script.runInContext(context, { timeout: Math.max(1, Math.floor(limitMs)) });
    return result;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  } finally {
    context.job = undefined;
  }
}

/** Returns true for the error of a timeout. `instanceof Error` is false for it, because it was created in the other context. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
