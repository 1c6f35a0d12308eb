import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordCost } from '../config/limits.ts';

/**
 * Returns a hash that no password matches. It is verified if there is no other hash, so that the response time does not reveal
 * which accounts exist.
 */
const unmatchedHash = ({ memoryCost, timeCost, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000`;

/** Worker threads call `hash` and `verify` by name. Both functions block their thread until they have a result. */
export const hash = ({ password, cost }: { readonly password: string; readonly cost: PasswordCost }): string =>
  hashSync(password, cost);

/** Maximum cost of a stored hash: memory in KiB, and the number of passes. */
const maxCost = { memory: 1_048_576, passes: 100 };

/**
 * Returns whether a hash can be verified with reasonable memory and time. If a damaged hash asks for terabytes, the
 * attempt to verify it can end the process.
 */
function isAffordable(stored: string): boolean {
  const [memory, passes] = [/[$,]m=(\d+)/, /[$,]t=(\d+)/].map((parameter) => Number(parameter.exec(stored)?.[1]));
  return memory !== undefined && memory <= maxCost.memory && passes !== undefined && passes <= maxCost.passes;
}

/**
 * The result of a verification. `unreadable` means that the stored hash is damaged or has the format of another
 * product.
 */
export type Verification = 'right' | 'wrong' | 'unreadable';

/** Verifies a password. Without a stored hash, or with an unreadable one, the verification takes the same time. */
export function verify({
  stored,
  password,
  cost,
}: {
  readonly stored: string | null;
  readonly password: string;
  readonly cost: PasswordCost;
}): Verification {
  try {
    if (stored !== null && isAffordable(stored)) return verifySync(stored, password) ? 'right' : 'wrong';
  } catch {
    // The format of the hash is unknown.
  }
  verifySync(unmatchedHash(cost), password);
  return stored === null ? 'wrong' : 'unreadable';
}
