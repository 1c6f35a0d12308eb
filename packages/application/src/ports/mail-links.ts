import type { MailLink, MailLinkPurpose, UserId } from '@portcullis/domain';

/** The links in mails. `UserRepository` removes the links of a user when a password is set. */
export interface MailLinkRepository {
  readonly add: (link: MailLink) => Promise<void>;
  readonly find: (tokenHash: string) => Promise<MailLink | undefined>;
  /** Removes all links of a user that have this purpose. */
  readonly removeOf: (userId: UserId, purpose: MailLinkPurpose) => Promise<void>;
  /**
   * Removes at most `limit` links that expired before a timestamp.
   * @returns the number of removed links
   */
  readonly removeExpired: (before: Date, limit: number) => Promise<number>;
}
