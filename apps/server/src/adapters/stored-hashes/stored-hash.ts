import { timingSafeEqual } from 'node:crypto';

/** A stored hash of a known format. */
export interface StoredHash {
  /** Whether the hash can be verified with reasonable memory and time. */
  readonly isAffordable: boolean;
  /** Blocks the thread until the password is verified. Must not be called unless `isAffordable`. */
  readonly matches: (password: string) => boolean;
}

/**
 * The highest costs that are verified. If a damaged hash asks for terabytes, the attempt to verify it can end the
 * process, and a hash that takes minutes blocks the thread for other users.
 */
export const maxCost = {
  /** Memory in KiB, passes, and the product of both. */
  argon2: { memory: 1_048_576, passes: 100, work: 8_388_608 },
  bcryptRounds: 14,
  /** Memory in bytes, and the number of blocks that are mixed. */
  scrypt: { memory: 268_435_456, work: 2_097_152 },
  pbkdf2Iterations: 2_000_000,
  phpassRounds: 19,
} as const;

/** Compares bytes in constant time. */
export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
