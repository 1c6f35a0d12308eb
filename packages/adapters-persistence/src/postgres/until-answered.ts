import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import { databaseTimeouts } from './timeouts.ts';

const pauseMs = 50;

/**
 * Repeats an attempt until it succeeds. It is used where something may already be committed, so that an error would tell
 * the caller the opposite.
 * @param lastResponseAt returns the time of `performance.now()` at which the server last responded
 * @throws {StoreFailure} outcome-unknown, if no attempt succeeded within 5 s after the first failure, or if the server
 * has been silent for so long that a request must get its response now
 */
export async function untilAnswered<T>(
  attempt: () => Promise<T>,
  lastResponseAt: () => number,
  message: string,
): Promise<T> {
  const { outcomeMs, silenceMs, probeMs } = databaseTimeouts;
  let firstFailureAt: number | undefined;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      const now = performance.now();
      const isOverloaded = cause instanceof StoreFailure && cause.kind === 'overloaded';
      if (!isOverloaded) firstFailureAt ??= now;
      const isSilent = now - lastResponseAt() >= silenceMs + probeMs;
      if (isSilent || (firstFailureAt !== undefined && now - firstFailureAt >= outcomeMs)) {
        throw new StoreFailure(message, { kind: 'outcome-unknown', cause });
      }
      await sleep(pauseMs);
    }
  }
}
