import { mailLinkEvents, newMailLink, type MailLanguage, type EventCause, type User } from '@portcullis/domain';
import { queueMail } from '../mail/queue-mail.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { recordEvent } from '../record-event.ts';
import type { MailLinkDependencies } from './send-mail-link.ts';

interface ResetLink {
  readonly actor: EventCause;
  /** Undefined if there is no account that may get a link. */
  readonly user: User | undefined;
  readonly language: MailLanguage;
}

/**
 * Stores a link with which a user can choose a new password, queues the mail with the link, and records the request. If
 * there is no user, the same rows are written but no mail is sent. The response time therefore does not reveal whether
 * the account exists.
 */
export async function sendResetLink(
  tx: Uses<'mailLinks' | 'deliveries' | 'events'>,
  deps: MailLinkDependencies,
  { actor, user, language }: ResetLink,
): Promise<void> {
  const { clock, ids, linkTokens } = deps;
  const { token, hash: tokenHash } = linkTokens.create();
  const userId = user?.id ?? ids.next<'User'>();
  const link = newMailLink({ tokenHash, purpose: 'password-reset', userId, email: user?.email ?? null }, clock.now());
  await tx.mailLinks.add(link);
  await queueMail(tx, deps, { ...link, token, to: user?.email ?? null, username: user?.username ?? '', language });
  await recordEvent(tx, deps, {
    event: mailLinkEvents.passwordResetRequested,
    actor,
    subject: { id: user?.id ?? null, username: user?.username ?? null },
    after: { expiresAt: link.expiresAt },
  });
}
