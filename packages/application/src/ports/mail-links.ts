import type { MailLink, MailLinkPurpose, UserId } from '@portcullis/domain';

/** The links in mails. When a password is set, `UserRepository` removes the links of its user. */
export interface MailLinkRepository {
  readonly add: (link: MailLink) => Promise<void>;
  readonly find: (tokenHash: string) => Promise<MailLink | undefined>;
  /** Removes the links of a user with a purpose. */
  readonly removeOf: (userId: UserId, purpose: MailLinkPurpose) => Promise<void>;
  /** Removes at most `limit` links that expired before a timestamp. Returns the number removed. */
  readonly removeExpired: (before: Date, limit: number) => Promise<number>;
}
