import type { AttemptResult, MailLanguage, MailLinkPurpose } from '@portcullis/domain';
import type { CancelSignal } from './system.ts';

/** A mail with a link. */
export interface Mail {
  /** Every attempt to send the mail has the same id. */
  readonly messageId: string;
  /** The e-mail address of the receiver. */
  readonly to: string;
  readonly username: string;
  readonly purpose: MailLinkPurpose;
  readonly language: MailLanguage;
  /** The token of the link. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface MailService {
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
}
