import { createHash } from 'node:crypto';
import type { MailThrottle } from '@portcullis/application';
import { isWithin, type Limit, type RateLimits } from './rate-limit.ts';

/** Limits on the e-mails that are requested for one account. */
export interface MailLimits {
  /**
   * Limit on password resets that are requested without logging in. The response does not show whether the limit is
   * reached.
   */
  readonly passwordResets: Limit;
  /** Limit on a user's requests to change the e-mail address. */
  readonly emailChanges: Limit;
}

/** Limits the number of e-mails that are requested for one account. */
export const mailThrottle = (limits: RateLimits, { passwordResets, emailChanges }: MailLimits): MailThrottle => ({
  allows: (account) => isWithin(limits, passwordResets, digestOf(account)),
  countEmailChange: async (userId) => void (await limits.count(emailChanges, digestOf(userId), userId)),
});

/** Returns a hash of the account as the key, so that the counters contain no e-mail addresses or user names. */
const digestOf = (account: string): string => createHash('sha256').update(account).digest('base64url');
