import { createHash } from 'node:crypto';
import type { FactorThrottle } from '@portcullis/application/internal/ports/factors';
import type { MailThrottle } from '@portcullis/application/internal/ports/mail';
import type { Attempt, LoginThrottle } from '@portcullis/application/internal/ports/system';
import { isWithin, type Limit, type RateLimits } from './rate-limit.ts';

/** A limit on failed logins that was reached, with the account and the client IP address of the last attempt. */
export interface LoginLock extends Pick<Attempt, 'userId' | 'ipAddress'> {
  /** The name of the limit. */
  readonly limit: string;
}

/** The limits on failed logins. */
export interface LoginLimits {
  /**
   * Limit on failed logins to one account from one network (an IPv4 address or an IPv6 /64 network). A successful login
   * resets the count.
   */
  readonly perAccountAndAddress: Limit;
  /**
   * Limit on failed logins to one account from networks without a recent successful login to the account. All these
   * networks share one counter.
   */
  readonly perAccount: Limit;
  /**
   * Limit on failed logins to one account from a network with a recent successful login to the account. The limit is
   * separate, so that failures from other networks cannot lock out the owner.
   */
  readonly perKnownAddress: Limit;
  /**
   * Limit on the number of failed logins from one network that are recorded as events. Further failed logins are only
   * counted.
   */
  readonly recordedPerAddress: Limit;
}

interface Counter {
  readonly limit: Limit;
  readonly key: string;
}

/** Returns a short key that does not reveal the account or the network to anyone who can read the counters. */
const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Limits password guessing without locking out the owner of the account (docs/interface.md §5). The key of each counter
 * for an account is a hash that includes the number of password resets of the account. A reset therefore starts new
 * counters for the account, for all networks and in every process.
 * @param locked called when a limit is reached
 * @throws {HttpError} too-many-requests
 */
export function loginThrottle(
  limits: RateLimits,
  { perAccountAndAddress, perAccount, perKnownAddress, recordedPerAddress }: LoginLimits,
  locked: (lock: LoginLock) => void,
): LoginThrottle {
  const networkCounterOf = ({ account, passwordResets, network }: Attempt): Counter => ({
    limit: perAccountAndAddress,
    key: digest(account, passwordResets, network),
  });
  const accountCounterOf = ({ account, passwordResets, network, isKnownAddress }: Attempt): Counter =>
    isKnownAddress
      ? { limit: perKnownAddress, key: digest(account, passwordResets, network) }
      : { limit: perAccount, key: digest(account, passwordResets) };

  /**
   * Returns the number of failed logins to the account from the network.
   * @throws {HttpError} too-many-requests, if a limit on failed logins is reached
   */
  const check = async (attempt: Attempt): Promise<number> => {
    const [byNetwork, byAccount] = [networkCounterOf(attempt), accountCounterOf(attempt)];
    const [failures] = await Promise.all([
      limits.check(byNetwork.limit, byNetwork.key, attempt.userId),
      limits.check(byAccount.limit, byAccount.key, attempt.userId),
    ]);
    return failures;
  };
  /** Counts a failed login. Returns true if the limit of this counter is now reached. */
  const count = async ({ limit, key }: Counter, { userId, ipAddress }: Attempt): Promise<boolean> => {
    const { remaining } = await limits.count(limit, key, userId);
    if (remaining === 0) locked({ limit: limit.name, userId, ipAddress });
    return remaining === 0;
  };
  return {
    beforeAttempt: async (attempt) => void (await check(attempt)),
    afterFailure: async (attempt) => {
      const [recorded, ...reached] = await Promise.all([
        isWithin(limits, recordedPerAddress, attempt.network),
        count(networkCounterOf(attempt), attempt),
        count(accountCounterOf(attempt), attempt),
      ]);
      return { isLocked: reached.includes(true), isRecorded: recorded };
    },
    afterSuccess: async (attempt) => {
      const byNetwork = networkCounterOf(attempt);
      if ((await check(attempt)) > 0) await limits.forget(byNetwork.limit, byNetwork.key);
    },
  };
}

/**
 * Limits attempts with codes of a second factor, or with passkeys, for one account. Attempts from all IP addresses
 * count together. A successful attempt resets the count.
 * @throws {HttpError} too-many-requests
 */
export const factorThrottle = (limits: RateLimits, perAccount: Limit): FactorThrottle => ({
  beforeAttempt: async (userId) => {
    const { remaining } = await limits.count(perAccount, userId, userId);
    return { isLast: remaining === 0 };
  },
  // The attempt has already taken effect, so an error would mislead the caller. The count then remains until it
  // expires.
  afterSuccess: (userId) => limits.forget(perAccount, userId).catch(() => undefined),
});

/** Limits on the e-mails that are requested for one account. */
export interface MailLimits {
  /**
   * Limit on password resets that are requested without logging in. The response does not show whether the limit is
   * reached.
   */
  readonly passwordResets: Limit;
  /** Limit on a user's requests to change the e-mail address. */
  readonly emailChanges: Limit;
}

/** Limits the number of e-mails that are requested for one account. */
export const mailThrottle = (limits: RateLimits, { passwordResets, emailChanges }: MailLimits): MailThrottle => ({
  allows: (account) => isWithin(limits, passwordResets, digest(account)),
  countEmailChange: async (userId) => void (await limits.count(emailChanges, digest(userId), userId)),
});
