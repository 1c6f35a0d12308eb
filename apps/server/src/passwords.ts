import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { tooManyRequests } from '@portcullis/adapters-http';
import type { PasswordHasher } from '@portcullis/application';
import type { PasswordPolicy } from '@portcullis/domain';
import pLimit from 'p-limit';
import type { Load } from './metrics.ts';
import { passwordThreads, type PasswordThreads } from './password-threads.ts';

/** A hash of the same cost that no password makes: what an unknown account is verified against. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000';

/** The port with its load and its threads, which `close` ends. */
export interface LoadedHasher extends PasswordHasher, Pick<PasswordThreads, 'start' | 'close'> {
  readonly load: () => Load;
  /** @throws {EdgeRefusal} too-many-requests, when so many passwords wait that the next one would be refused. */
  readonly refuseWhenFull: () => void;
}

/**
 * Hashes on as many cores as there are, no more: beyond that each one only gets slower. At most `maxWaiting` wait their
 * turn. Refuses: too-many-requests.
 */
export function passwordHasher(maxWaiting: number): LoadedHasher {
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
      const matches = await bounded(() => run('verify', { stored: stored ?? nobody, password }));
      return stored !== undefined && matches;
    },
    load: () => ({ running: inTurn.activeCount, waiting: inTurn.pendingCount }),
    refuseWhenFull,
    start,
    close,
  };
}

/** How many of the most common passwords that are long enough are refused. */
const refusedPasswords = 100;

const require = createRequire(import.meta.url);

/** The list is read when the first password is checked. */
export function passwordPolicy(minLength: number): PasswordPolicy {
  let common: ReadonlySet<string> | undefined;
  return {
    minLength,
    get common() {
      return (common ??= commonPasswords(minLength));
    },
  };
}

function commonPasswords(minLength: number): ReadonlySet<string> {
  const { dictionary }: { dictionary: Record<string, string[]> } = require('@zxcvbn-ts/language-common');
  const byFrequency = dictionary['passwords-common'] ?? [];
  const longEnough = byFrequency.filter((password) => password.length >= minLength);
  return new Set(longEnough.slice(0, refusedPasswords));
}
