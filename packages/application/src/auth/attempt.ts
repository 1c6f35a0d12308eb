import { isKnownAddress } from '@portcullis/domain';
import type { Attempt } from '../ports/system.ts';
import type { Credentials } from '../ports/users.ts';

/** Where a request comes from. */
export interface RequestOrigin {
  readonly ipAddress: string;
  /** What limits count as one address: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
}

/** @param name counted where there is no such account, so that a limit does not show which accounts exist */
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
