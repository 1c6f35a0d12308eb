import { isKnownAddress } from '@portcullis/domain';
import type { Attempt } from '../../ports/system.ts';
import type { Credentials } from '../../ports/users.ts';

/** The IP address and the network of the client that sent a request. */
export interface RequestOrigin {
  readonly ipAddress: string;
  /** The network that rate limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly network: string;
}

/**
 * Returns the data that `LoginThrottle` needs about an attempt.
 * @param name the name under which attempts are counted if the account does not exist. Attempts with an unknown name
 * are also throttled, so that a client cannot find out which accounts exist.
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
