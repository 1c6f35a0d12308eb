import type { UserId } from '@portcullis/domain';
import type { Transaction } from '../../ports/unit-of-work.ts';

/**
 * Removes the recovery codes of a user whose last factor is removed. The sessions of the user no longer count as
 * verified with a second factor. This function does not remove the factor: the caller does, and must have locked the
 * user.
 */
export async function removeLastFactor({ factors, sessions }: Transaction, userId: UserId): Promise<void> {
  await Promise.all([factors.setRecoveryCodes(userId, []), sessions.forgetFactors(userId)]);
}
