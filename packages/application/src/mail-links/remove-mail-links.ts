import type { MailLinkPurpose, UserId } from '@portcullis/domain';
import type { Uses } from '../ports/unit-of-work.ts';

const purposes: readonly MailLinkPurpose[] = ['password-reset', 'invitation', 'email-change'];

/**
 * Removes all links in mails to a user whose e-mail address changes. Anyone who can read mails to the earlier address
 * has the links for a new password and for an invitation. A link for a change of the address has been used or is
 * obsolete. The caller must have locked the user.
 */
export async function removeMailLinks({ mailLinks }: Uses<'mailLinks'>, userId: UserId): Promise<void> {
  for (const purpose of purposes) await mailLinks.removeOf(userId, purpose);
}
