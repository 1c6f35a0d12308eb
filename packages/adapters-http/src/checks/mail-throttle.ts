import { createHash } from 'node:crypto';
import type { MailThrottle } from '@portcullis/application';
import { isWithin, type Limit, type RateLimits } from './rate-limit.ts';

/** The limits on the mails that are requested for one account. */
export interface MailLimits {
  /** Requests of visitors for a new password. The client is not told that the limit was reached. */
  readonly passwordResets: Limit;
  /** Requests of the user for another e-mail address. */
  readonly emailChanges: Limit;
}

/** Limits the mails that are requested for one account. */
export const mailThrottle = (limits: RateLimits, { passwordResets, emailChanges }: MailLimits): MailThrottle => ({
  allows: (account) => isWithin(limits, passwordResets, digestOf(account)),
  countEmailChange: async (userId) => void (await limits.count(emailChanges, digestOf(userId), userId)),
});

/** Returns a key that does not reveal the account to readers of the store. */
const digestOf = (account: string): string => createHash('sha256').update(account).digest('base64url');
