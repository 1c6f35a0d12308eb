import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '@portcullis/adapters-http';
import type { PasswordHasher } from '@portcullis/application';
import pLimit from 'p-limit';
import type { Load } from '../observability/metrics.ts';

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password makes: what an unknown account is verified against. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000';

/** The port, and how much it has to do. */
export interface LoadedHasher extends PasswordHasher {
  readonly load: () => Load;
  /** @throws {HttpError} too-many-requests, when so many passwords wait that the next one would be refused. */
  readonly refuseWhenFull: () => void;
}

/**
 * Hashes on as many cores as there are, no more: beyond that each one only gets slower. At most `maxWaiting` wait their
 * turn. Refuses: too-many-requests.
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
      const matches = await bounded(() => verify(stored ?? nobody, password));
      return stored !== undefined && matches;
    },
    load: () => ({ running: inTurn.activeCount, waiting: inTurn.pendingCount }),
    refuseWhenFull,
  };
}
