import { tooManyRequests } from '@portcullis/adapters-http/internal/checks/rate-limit';
import type { PasswordHasher } from '@portcullis/application/internal/ports/system';
import type { Load } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import type { UserId } from '@portcullis/domain';
import type { Config } from '../config/config.ts';
import { ignoresEnd } from './stored-hashes/bcrypt.ts';
import { ownPrefix } from './stored-hashes/own-hash.ts';
import { passwordThreads, type PasswordThreads } from './password-threads.ts';

/**
 * A `PasswordHasher` with further functions. They return the load of the hasher for the metrics, refuse requests while
 * its queue is full, and start and end its threads.
 */
export interface QueuedPasswordHasher extends PasswordHasher, Pick<PasswordThreads, 'load' | 'start' | 'close'> {
  /**
   * Throws if the queue is full, as `hash` and `verify` would.
   * @throws {HttpError} too-many-requests
   */
  readonly refuseWhenFull: () => void;
}

/**
 * Hashes and verifies passwords in threads. At most `maxWaitingHashes` wait for a thread; the functions of the returned
 * object refuse more.
 * @param unreadable called if the hash of a user's password cannot be read
 * @throws {HttpError} too-many-requests
 */
export function passwordHasher(
  { maxWaitingHashes: maxWaiting, passwordCost: cost }: Pick<Config, 'maxWaitingHashes' | 'passwordCost'>,
  unreadable: (userId: UserId) => void,
): QueuedPasswordHasher {
  const refuseIfFull = ({ waiting }: Load): void => {
    if (waiting < maxWaiting) return;
    const quota = { name: 'passwords', calls: maxWaiting, seconds: 1 };
    throw tooManyRequests(quota, { remainingPoints: 0, msBeforeNext: 1000 });
  };
  const { run, load, start, close } = passwordThreads(refuseIfFull);
  return {
    hash: (password) => run('hash', { password, cost }),
    verify: async (account, password) => {
      const stored = account?.passwordHash ?? null;
      const result = await run('verify', { stored, password, cost });
      if (result === 'unreadable' && account !== undefined) unreadable(account.userId);
      return result === 'right';
    },
    renew: async (passwordHash, password) =>
      passwordHash === null || passwordHash.startsWith(ownPrefix(cost)) || ignoresEnd(passwordHash, password)
        ? undefined
        : run('hash', { password, cost }),
    hashError: async (passwordHash) => {
      // The libraries of the formats are loaded when they are needed, because only imports call this function.
      const { readStoredHash } = await import('./stored-hashes/read-stored-hash.ts');
      const hash = readStoredHash(passwordHash);
      if (hash === undefined) return 'The format of the password hash is not known.';
      return hash.isAffordable ? undefined : 'It would take too much time or memory to verify the password hash.';
    },
    load,
    refuseWhenFull: () => refuseIfFull(load()),
    start,
    close,
  };
}
