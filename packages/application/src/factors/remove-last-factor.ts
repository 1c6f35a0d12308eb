import type { UserId } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Removes the recovery codes of a user. Sessions no longer count as verified with a second factor. The caller must have
 * locked the user.
 */
export async function removeLastFactor({ factors, sessions }: Transaction, userId: UserId): Promise<void> {
  await Promise.all([factors.setRecoveryCodes(userId, []), sessions.forgetFactors(userId)]);
}
