import type { FactorThrottle } from '@portcullis/application';
import type { Limit, RateLimits } from './rate-limit.ts';

/**
 * Limits the number of codes tried for one account, from all addresses together.
 * @throws {HttpError} too-many-requests
 */
export const factorThrottle = (limits: RateLimits, perAccount: Limit): FactorThrottle => ({
  beforeAttempt: async (userId) => {
    const { remaining } = await limits.count(perAccount, userId, userId);
    return { isLast: remaining === 0 };
  },
  afterSuccess: (userId) => limits.forget(perAccount, userId),
});
