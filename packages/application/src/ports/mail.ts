import type { AttemptResult } from '@portcullis/domain/internal/events/delivery';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type {
  MailLanguage,
  MailPurpose,
  MailLink,
  MailLinkPurpose,
} from '@portcullis/domain/internal/accounts/mail-link';
import type { CancelSignal } from './system.ts';

/** A mail to a user. */
export interface Mail {
  /** The id of the mail. It is the same in every attempt to send the mail. */
  readonly messageId: string;
  /** The e-mail address of the recipient. */
  readonly to: string;
  /** Null if the address is not verified: a stranger may have chosen the name to write to the owner of the address. */
  readonly username: string | null;
  readonly purpose: MailPurpose;
  readonly language: MailLanguage;
  /** The token of the link; null if the mail has no link. */
  readonly token: string | null;
  /**
   * The API keys of the account, only for the purpose `password-reset`: the name of each and the date of its secret, or
   * the date alone if the address is not verified.
   */
  readonly apiKeys: readonly string[];
  /** The mail is not sent after this time. A link in the mail expires at the same time. */
  readonly expiresAt: Date;
}

/** Sends mails. */
export interface MailService {
  /**
   * Returns whether mails are sent to a mail server. Otherwise, mails are printed to standard error, or cannot be sent
   * at all (see `requireAvailable`).
   */
  readonly hasServer: () => boolean;
  /** Returns whether mails are sent or printed. */
  readonly isAvailable: () => boolean;
  /** @throws if this installation is not configured to send mails */
  readonly requireAvailable: () => void;
  /**
   * Makes one attempt to send a mail.
   * @throws if the attempt was interrupted, or if this installation is not configured to send mails
   */
  readonly send: (mail: Mail, signal?: CancelSignal) => Promise<AttemptResult>;
}

/** Limits the mails to one address. */
export interface MailThrottle {
  /**
   * Counts a mail for an account. The person who requested the mail is not logged in.
   * @param account the id of the account; if there is no account, the name that the person entered
   * @returns whether the mail may be sent
   */
  readonly allows: (account: string) => Promise<boolean>;
  /**
   * Counts a user's request to change the e-mail address. A successful request sends a mail to the new address.
   * @throws if the limit is reached
   */
  readonly countEmailChange: (userId: UserId) => Promise<void>;
}

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
