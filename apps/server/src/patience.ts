import { setTimeout as sleep } from 'node:timers/promises';
import { isOutOfReach, type Database } from '@portcullis/adapters-persistence';
import type { Logger } from 'pino';

const firstPauseMs = 250;
const longestPauseMs = 5000;

/**
 * Opens the database, and where it is not there yet tries again until it is, or `stopping` is aborted; a line in the log
 * tells of each attempt. What waiting does not mend is thrown.
 */
export async function openPatiently({ open }: Database, log: Logger, stopping: AbortSignal): Promise<void> {
  for (let attempt = 1, pauseMs = firstPauseMs; ; attempt += 1, pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    stopping.throwIfAborted();
    try {
      return await open();
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      log.warn({ attempt, err: error }, `The database is out of reach; trying again in ${pauseMs / 1000} s.`);
    }
    await sleep(pauseMs, undefined, { signal: stopping });
  }
}
