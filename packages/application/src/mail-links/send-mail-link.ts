import { newMailLink, type MailLanguage, type MailLink, type MailLinkPurpose, type User } from '@portcullis/domain';
import { queueMail, type QueueMailDependencies } from '../mail/queue-mail.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface MailLinkDependencies extends QueueMailDependencies {
  readonly linkTokens: LinkTokens;
}

interface RequestedLink {
  readonly purpose: MailLinkPurpose;
  readonly user: Pick<User, 'id' | 'username'>;
  /** The e-mail address that the link is sent to. */
  readonly email: string;
  readonly language: MailLanguage;
}

/** Stores a link and queues the mail with the link. Earlier links of the user with the same purpose become invalid. */
export async function sendMailLink(
  tx: Uses<'mailLinks' | 'deliveries'>,
  deps: MailLinkDependencies,
  { purpose, user: { id: userId, username }, email, language }: RequestedLink,
): Promise<MailLink> {
  const { token, hash: tokenHash } = deps.linkTokens.create();
  const link = newMailLink({ tokenHash, purpose, userId, email }, deps.clock.now());
  await tx.mailLinks.removeOf(userId, purpose);
  await tx.mailLinks.add(link);
  await queueMail(tx, deps, { ...link, token, to: email, username, language });
  return link;
}
