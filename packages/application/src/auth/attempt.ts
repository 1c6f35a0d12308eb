import { isKnownAddress } from '@portcullis/domain';
import type { Attempt } from '../ports/system.ts';
import type { Credentials } from '../ports/users.ts';

/** The client address of a request. */
export interface RequestOrigin {
  readonly ipAddress: string;
  /** The network that rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
}

/**
 * Describes an attempt for the throttle.
 * @param name identifies the attempts if there is no such account. These attempts are throttled too, so that a client
 * cannot tell which accounts exist.
 */
export const attemptOf = (
  account: Credentials | undefined,
  name: string,
  { ipAddress, network }: RequestOrigin,
  at: Date,
): Attempt => ({
  account: account?.userId ?? name,
  userId: account?.userId,
  passwordResets: account?.passwordResets ?? 0,
  ipAddress,
  network,
  isKnownAddress: isKnownAddress(account?.lastLoginAt ?? null, at),
});
