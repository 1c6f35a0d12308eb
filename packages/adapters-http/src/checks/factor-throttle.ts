import type { FactorThrottle } from '@portcullis/application';
import type { Limit, RateLimits } from './rate-limit.ts';

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
