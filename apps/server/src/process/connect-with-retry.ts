import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '@portcullis/adapters-persistence/internal/postgres/unavailable';
import type { Logger } from 'pino';
import { oneLineMessage } from './one-line-message.ts';

const firstPauseMs = 250;
const longestPauseMs = 5000;

/**
 * Repeats `connect` until the database can be reached or `stopping` is aborted. Each failed attempt is logged with the
 * time until the next attempt.
 * @throws {Error} an AbortError if `stopping` is aborted, or an error of `connect` that does not mean that the database
 * is unavailable
 */
export async function connectWithRetry(
  connect: () => Promise<unknown>,
  log: Pick<Logger, 'warn'>,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 1, pauseMs = firstPauseMs; ; attempt += 1, pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    stopping.throwIfAborted();
    try {
      await connect();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const reason = oneLineMessage(error);
      log.warn({ attempt }, `The database cannot be reached: ${reason}. Next attempt in ${pauseMs / 1000} s.`);
    }
    await sleep(pauseMs, undefined, { signal: stopping });
  }
}
