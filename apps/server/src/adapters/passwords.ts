import { availableParallelism } from 'node:os';
import { tooManyRequests } from '@portcullis/adapters-http';
import type { Load, PasswordHasher } from '@portcullis/application';
import pLimit from 'p-limit';
import { passwordThreads, type PasswordThreads } from './password-threads.ts';

/**
 * A hash that no password matches. It is verified for unknown accounts, so that the response time does not reveal which
 * accounts exist.
 */
const unmatchedHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000';

/**
 * A `PasswordHasher` with further functions. They return the load of the hasher for the metrics, refuse requests while
 * its queue is full, and start and end its threads.
 */
export interface QueuedPasswordHasher extends PasswordHasher, Pick<PasswordThreads, 'start' | 'close'> {
  readonly load: () => Load;
  /**
   * Throws if the queue is full, as `hash` and `verify` would.
   * @throws {HttpError} too-many-requests
   */
  readonly refuseWhenFull: () => void;
}

/**
 * Computes at most one hash per core at a time, because more hashes would only slow each other down. At most
 * `maxWaiting` further hashes wait; the functions of the returned object refuse more.
 * @throws {HttpError} too-many-requests
 */
export function passwordHasher(maxWaiting: number): QueuedPasswordHasher {
  const { run, start, close } = passwordThreads();
  const inTurn = pLimit(availableParallelism());
  const refuseWhenFull = (): void => {
    if (inTurn.pendingCount < maxWaiting) return;
    const quota = { name: 'passwords', calls: maxWaiting, seconds: 1 };
    throw tooManyRequests(quota, { remainingPoints: 0, msBeforeNext: 1000 });
  };
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseWhenFull();
    return inTurn(work);
  };
  return {
    hash: (password) => bounded(() => run('hash', password)),
    verify: async (stored, password) => {
      const matches = await bounded(() => run('verify', { stored: stored ?? unmatchedHash, password }));
      return stored !== undefined && matches;
    },
    load: () => ({ running: inTurn.activeCount, waiting: inTurn.pendingCount }),
    refuseWhenFull,
    start,
    close,
  };
}
