import type { UserId } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';

/** Removes what depends on the factors of a user, who is locked: the recovery codes, and the proofs of the sessions. */
export async function removeLastFactor({ factors, sessions }: Transaction, userId: UserId): Promise<void> {
  await Promise.all([factors.setRecoveryCodes(userId, []), sessions.forgetFactors(userId)]);
}
