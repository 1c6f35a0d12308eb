import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '@portcullis/adapters-http';
import type { PasswordHasher } from '@portcullis/application';
import pLimit from 'p-limit';
import type { Load } from '../observability/metrics.ts';

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password matches. Unknown accounts are verified against it, so that they take as long. */
const unmatchedHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000';

/** The port, with its load for the metrics. */
export interface LoadedHasher extends PasswordHasher {
  readonly load: () => Load;
  /** @throws {HttpError} too-many-requests, when so many passwords wait that the next one would be refused. */
  readonly refuseWhenFull: () => void;
}

/**
 * Runs at most one hash for each core, since more would only slow each other down. At most `maxWaiting` others wait.
 * @throws {HttpError} too-many-requests
 */
export function passwordHasher(maxWaiting: number): LoadedHasher {
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
    hash: (password) => bounded(() => hash(password, cost)),
    verify: async (stored, password) => {
      const matches = await bounded(() => verify(stored ?? unmatchedHash, password));
      return stored !== undefined && matches;
    },
    load: () => ({ running: inTurn.activeCount, waiting: inTurn.pendingCount }),
    refuseWhenFull,
  };
}
