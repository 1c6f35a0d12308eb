import type { MailLinkPurpose, UserId } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';

const purposes: readonly MailLinkPurpose[] = ['password-reset', 'invitation', 'email-change'];

/** Removes all links of a user, who is locked and gets another address: whoever reads the mails to the earlier one has them. */
export async function removeMailLinks({ mailLinks }: Transaction, userId: UserId): Promise<void> {
  for (const purpose of purposes) await mailLinks.removeOf(userId, purpose);
}
