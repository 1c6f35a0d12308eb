import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import { databaseTimeouts } from './timeouts.ts';

const pauseMs = 50;
/** Maximum duration of an attempt after the server has been silent for so long that a request must get its response. */
const lastAttemptMs = 500;

interface AttemptOptions {
  /** Returns the time of `performance.now()` at which the server last responded. */
  readonly lastResponseAt: () => number;
  /** The message of the error that is thrown if no attempt succeeded. */
  readonly message: string;
  /** The time of `performance.now()` at which the first attempt failed. Default: none has failed yet. */
  readonly firstFailureAt?: number;
}

/**
 * Repeats an attempt until it succeeds. It is used where something may already be committed, so that an error would
 * tell the caller the opposite. The argument of an attempt is the maximum time for opening a connection, in
 * milliseconds.
 * @throws {StoreFailure} outcome-unknown, if no attempt succeeded within 5 s after the first failure, or if the server
 * has been silent for so long that a request must get its response now
 */
export async function repeatUntilSuccess<T>(
  attempt: (connectMs: number) => Promise<T>,
  { lastResponseAt, message, ...options }: AttemptOptions,
): Promise<T> {
  const { outcomeMs, silenceMs, probeMs } = databaseTimeouts;
  let { firstFailureAt } = options;
  const isSilent = (): boolean => performance.now() - lastResponseAt() >= silenceMs + probeMs;
  const remainingMs = (): number => outcomeMs - (firstFailureAt === undefined ? 0 : performance.now() - firstFailureAt);
  for (;;) {
    const isLast = isSilent();
    try {
      return await attempt(isLast ? lastAttemptMs : Math.max(1, remainingMs()));
    } catch (cause) {
      const isOverloaded = cause instanceof StoreFailure && cause.kind === 'overloaded';
      if (!isOverloaded) firstFailureAt ??= performance.now();
      if (isLast || isSilent() || remainingMs() <= 0) {
        throw new StoreFailure(message, { kind: 'outcome-unknown', cause });
      }
      await sleep(pauseMs);
    }
  }
}
