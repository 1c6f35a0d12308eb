import {
  BusinessError,
  enabled,
  requireOpenMailLink,
  type MailLink,
  type MailLinkPurpose,
  type User,
} from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface LinkedUser {
  readonly user: User;
  readonly link: MailLink;
}

/** A link in a mail. The client has sent the token of the link. */
export interface PresentedLink {
  readonly tokenHash: string;
  readonly purpose: MailLinkPurpose;
}

/**
 * Locks the user to whom a link was mailed. The link is read again after the user is locked, because a concurrent
 * change of the password may have removed the link. The link itself is not locked. Setting a password removes all links
 * of a user. Two transactions that had each locked one of these links would wait for each other's link and deadlock. A
 * link for a disabled account is invalid.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired
 */
export async function lockLinkedUser(
  tx: Uses<'users' | 'mailLinks'>,
  { clock }: { readonly clock: Clock },
  { tokenHash, purpose }: PresentedLink,
): Promise<LinkedUser> {
  const open = async () => requireOpenMailLink(await tx.mailLinks.find(tokenHash), purpose, clock.now());
  const user = await tx.users.lock((await open()).userId);
  const link = await open();
  if (user?.status === enabled) return { user, link };
  throw invalidLink();
}

export const invalidLink = () => new BusinessError('mail-link-invalid', 'This link is not valid or has been used.');
