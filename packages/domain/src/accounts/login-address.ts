import type { UserId } from '../shared/ids.ts';

const dayMs = 86_400_000;

/** How long a client IP address counts as known after a successful login from it, in milliseconds. */
export const knownAddressMs = 30 * dayMs;

/**
 * Maximum number of known IP addresses per user. A login from a further address replaces the least recently used one.
 */
export const maxLoginAddresses = 50;

/** The last successful login of a user from an IP address. */
export interface LoginAddress {
  readonly userId: UserId;
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly network: string;
  readonly lastLoginAt: Date;
}

/**
 * Whether an IP address counts as known for a user at the time `at`. `lastLoginAt` is null if the user never logged in
 * from this address.
 */
export const isKnownAddress = (lastLoginAt: Date | null, at: Date): boolean =>
  lastLoginAt !== null && at.getTime() - lastLoginAt.getTime() < knownAddressMs;
