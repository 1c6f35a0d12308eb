import type { UserId } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Removes the recovery codes of a user whose last factor is removed. The sessions of the user no longer count as
 * verified with a second factor. The caller must have locked the user and must remove the factor itself.
 */
export async function removeLastFactor({ factors, sessions }: Transaction, userId: UserId): Promise<void> {
  await Promise.all([factors.setRecoveryCodes(userId, []), sessions.forgetFactors(userId)]);
}
