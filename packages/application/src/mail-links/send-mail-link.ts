import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { EventCause } from '@portcullis/domain/internal/events/event';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import {
  newMailLink,
  type MailLanguage,
  type MailLink,
  type MailLinkPurpose,
  mailLinkEvents,
  requireOpenMailLink,
} from '@portcullis/domain/internal/accounts/mail-link';
import { enabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { queueMail, type QueueMailDependencies } from '../mail/mails.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { recordEvent } from '../changes.ts';
import type { Clock } from '../ports/system.ts';

export interface MailLinkDependencies extends QueueMailDependencies {
  readonly linkTokens: LinkTokens;
}

interface RequestedLink {
  readonly purpose: MailLinkPurpose;
  readonly user: Pick<User, 'id' | 'username'>;
  /** The e-mail address that the link is sent to. */
  readonly email: string;
  readonly language: MailLanguage;
  /** Whether the link is sent in a mail (default). Otherwise, the caller hands it on in another way. */
  readonly isMailed?: boolean;
}

/** A stored link, and the token with which it can be used. */
export interface CreatedMailLink {
  readonly link: MailLink;
  readonly token: string;
}

/**
 * Stores a link and queues the mail with the link. Earlier links of the user with the same purpose become invalid. A link
 * that is not mailed has no e-mail address, so it does not verify one.
 */
export async function sendMailLink(
  tx: Uses<'mailLinks' | 'deliveries'>,
  deps: MailLinkDependencies,
  { purpose, user: { id: userId, username }, email, language, isMailed = true }: RequestedLink,
): Promise<CreatedMailLink> {
  const { token, hash: tokenHash } = deps.linkTokens.create();
  const link = newMailLink({ tokenHash, purpose, userId, email: isMailed ? email : null }, deps.clock.now());
  await tx.mailLinks.removeOf(userId, purpose);
  await tx.mailLinks.add(link);
  // Administrators choose the names of invited accounts. The new address of an account is not verified.
  const greeted = purpose === 'invitation' ? username : null;
  if (isMailed) await queueMail(tx, deps, { ...link, token, to: email, username: greeted, language });
  return { link, token };
}

interface ResetLink {
  readonly actor: EventCause;
  /** Undefined if there is no account that may get a link. */
  readonly user: User | undefined;
  readonly language: MailLanguage;
  /** Whether the link is sent in a mail (default). Otherwise, the caller hands it on in another way. */
  readonly isMailed?: boolean;
}

/**
 * Stores a link with which a user can choose a new password, queues the mail with the link and the names of the API
 * keys, and records the request. If there is no user, the same rows are written but no mail is sent. The response time therefore does not reveal whether
 * the account exists.
 */
export async function sendResetLink(
  tx: Uses<'mailLinks' | 'apiKeys' | 'deliveries' | 'events'>,
  deps: MailLinkDependencies,
  { actor, user, language, isMailed = true }: ResetLink,
): Promise<CreatedMailLink> {
  const { clock, ids, linkTokens } = deps;
  const { token, hash: tokenHash } = linkTokens.create();
  const userId = user?.id ?? ids.next<'User'>();
  const email = isMailed ? (user?.email ?? null) : null;
  const link = newMailLink({ tokenHash, purpose: 'password-reset', userId, email }, clock.now());
  await tx.mailLinks.add(link);
  const isVerified = user?.emailVerified === true;
  const apiKeys = (await tx.apiKeys.lockOf(userId)).map(({ name, issuedAt }) => {
    const date = issuedAt.toISOString().slice(0, 10);
    return isVerified ? `${name} (${date})` : date;
  });
  const recipient = { to: email, username: isVerified ? user.username : null, language };
  if (isMailed) await queueMail(tx, deps, { ...link, ...recipient, token, apiKeys });
  await recordEvent(tx, deps, {
    event: mailLinkEvents.passwordResetRequested,
    actor,
    subject: { id: user?.id ?? null, username: user?.username ?? null },
    after: { expiresAt: link.expiresAt },
  });
  return { link, token };
}

const purposes: readonly MailLinkPurpose[] = ['password-reset', 'invitation', 'email-change'];

/**
 * Removes all links in mails to a user whose e-mail address changes. Anyone who can read mails to the earlier address
 * has the links for a new password and for an invitation. A link for a change of the address has been used or is
 * obsolete. The caller must have locked the user.
 */
export async function removeMailLinks({ mailLinks }: Uses<'mailLinks'>, userId: UserId): Promise<void> {
  for (const purpose of purposes) await mailLinks.removeOf(userId, purpose);
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
): Promise<{ readonly user: User; readonly link: MailLink }> {
  const open = async () => requireOpenMailLink(await tx.mailLinks.find(tokenHash), purpose, clock.now());
  const user = await tx.users.lock((await open()).userId);
  const link = await open();
  if (user?.status === enabled) return { user, link };
  throw invalidLink();
}

export const invalidLink = () => new BusinessError('mail-link-invalid', 'This link is not valid or has been used.');
