import { createHash } from 'node:crypto';
import type { MailThrottle } from '@portcullis/application';
import { isWithin, type Limit, type RateLimits } from './rate-limit.ts';

/** Limits the mails that visitors request for one account. The client is not told that the limit was reached. */
export const mailThrottle = (limits: RateLimits, perAccount: Limit): MailThrottle => ({
  allows: (account) => isWithin(limits, perAccount, digestOf(account)),
});

/** Returns a key that does not reveal the account to readers of the store. */
const digestOf = (account: string): string => createHash('sha256').update(account).digest('base64url');
