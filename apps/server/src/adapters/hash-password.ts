import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordCost } from '../config/limits.ts';
import { ownPrefix } from './stored-hashes/own-hash.ts';
import { readStoredHash } from './stored-hashes/read-stored-hash.ts';

/**
 * Returns a hash that no password matches. It is verified if there is no other hash, so that the response time does not reveal
 * which accounts exist.
 */
const unmatchedHash = (cost: PasswordCost): string =>
  `${ownPrefix(cost)}bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000`;

/** Worker threads call `hash` and `verify` by name. Both functions block their thread until they have a result. */
export const hash = ({ password, cost }: { readonly password: string; readonly cost: PasswordCost }): string =>
  hashSync(password, cost);

/**
 * The result of a verification. `unreadable` means that the stored hash is damaged, has an unknown format, or costs too
 * much.
 */
export type Verification = 'right' | 'wrong' | 'unreadable';

/**
 * Verifies a password. Without a stored hash, or with an unreadable one, the verification takes the same time. A wrong
 * password takes this time in addition if the hash has another method or cost, because a right one is then hashed again.
 */
export function verify({
  stored,
  password,
  cost,
}: {
  readonly stored: string | null;
  readonly password: string;
  readonly cost: PasswordCost;
}): Verification {
  const result = stored === null ? 'wrong' : compare(stored, password);
  const isOwn = stored !== null && result !== 'unreadable' && stored.startsWith(ownPrefix(cost));
  if (result !== 'right' && !isOwn) verifySync(unmatchedHash(cost), password);
  return result;
}

function compare(stored: string, password: string): Verification {
  try {
    const known = readStoredHash(stored);
    if (known?.isAffordable === true) return known.matches(password) ? 'right' : 'wrong';
  } catch {
    // A part of the hash is damaged.
  }
  return 'unreadable';
}
