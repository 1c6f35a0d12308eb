import { createHash } from 'node:crypto';
import type { MailThrottle } from '@portcullis/application';
import { isWithin, type Limit, type RateLimits } from './rate-limit.ts';

/** Limits on the e-mails that are requested for one account. */
export interface MailLimits {
  /** Limit on password reset requests from visitors. Clients get the same response when the limit is reached. */
  readonly passwordResets: Limit;
  /** Limit on a user's requests to change the e-mail address. */
  readonly emailChanges: Limit;
}

/** Limits the number of e-mails that are requested for one account. */
export const mailThrottle = (limits: RateLimits, { passwordResets, emailChanges }: MailLimits): MailThrottle => ({
  allows: (account) => isWithin(limits, passwordResets, digestOf(account)),
  countEmailChange: async (userId) => void (await limits.count(emailChanges, digestOf(userId), userId)),
});

/** Returns a key from which readers of the store cannot learn the account. */
const digestOf = (account: string): string => createHash('sha256').update(account).digest('base64url');
