import { createContext, Script } from 'node:vm';

/**
 * The global object of the script, which contains the running job. Node can stop code after a timeout only if the `vm`
 * module runs the code.
 */
const context: { job: (() => unknown) | undefined } = { job: undefined };
createContext(context);
const script = new Script('job()');

/**
 * Returns the result of `job`, or `undefined` if `job` takes longer than `limitMs` milliseconds. The job is stopped
 * after this time, even while it executes a regular expression. The overhead is a quarter of a millisecond.
 */
export function runWithTimeLimit<T>(limitMs: number, job: () => T): T | undefined {
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

/**
 * Returns true for a timeout error. The class of the error is not checked. The `vm` context of the job has its own
 * class `Error`, so `instanceof Error` would be false.
 */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
