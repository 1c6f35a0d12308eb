import type { UserId } from './ids.ts';

const dayMs = 86_400_000;

/** A successful login makes its address a known one for this long, in milliseconds. */
export const knownAddressMs = 30 * dayMs;

/** Known addresses of one user; a login from a further one replaces the one unused for longest. */
export const maxLoginAddresses = 50;

/** The last successful login of a user from an address. */
export interface LoginAddress {
  readonly userId: UserId;
  /** An IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  readonly lastLoginAt: Date;
}

/** Whether an address is a known one at `at`. `lastLoginAt` is null when the user has never logged in from it. */
export const isKnownAddress = (lastLoginAt: Date | null, at: Date): boolean =>
  lastLoginAt !== null && at.getTime() - lastLoginAt.getTime() < knownAddressMs;
