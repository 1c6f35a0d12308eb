import type { AttemptResult, MailLanguage, MailPurpose, UserId } from '@portcullis/domain';
import type { CancelSignal } from './system.ts';

/** A mail to a user. */
export interface Mail {
  /** Every attempt to send the mail has the same id. */
  readonly messageId: string;
  /** The e-mail address of the receiver. */
  readonly to: string;
  readonly username: string;
  readonly purpose: MailPurpose;
  readonly language: MailLanguage;
  /** The token of the link; null if the mail has no link. */
  readonly token: string | null;
  /** When the link expires. The mail is not sent after this time. */
  readonly expiresAt: Date;
}

export interface MailService {
  /** Whether mails are sent to a server, and not only printed. */
  readonly hasServer: () => boolean;
  /** @throws if this installation is not configured to send mails */
  readonly requireAvailable: () => void;
  /** Makes one attempt to send a mail. @throws if the attempt was interrupted */
  readonly send: (mail: Mail, signal?: CancelSignal) => Promise<AttemptResult>;
}

export interface MailThrottle {
  /**
   * Counts a mail that a visitor requests for an account.
   * @param account the id of the account, or the name that was sent if there is none
   * @returns whether the limit allows it
   */
  readonly allows: (account: string) => Promise<boolean>;
  /** Counts a mail to a new address that a user requests. @throws if the limit is reached */
  readonly countEmailChange: (userId: UserId) => Promise<void>;
}
