import { createHash } from 'node:crypto';
import type { Attempt, LoginThrottle } from '@portcullis/application';
import type { Limit, RateLimits } from './rate-limit.ts';

/** The failures of an account used a limit up. */
export interface LoginLock extends Pick<Attempt, 'userId' | 'ipAddress'> {
  /** The limit's name. */
  readonly limit: string;
}

export interface LoginLimits {
  /** Failures of one account from one address; a success forgets them. */
  readonly perAccountAndAddress: Limit;
  /** Failures of one account from everywhere. */
  readonly perAccount: Limit;
}

/** Any text as a counter's key: short, and of no use to who reads the store. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const near = ({ account, ipAddress }: Attempt): string => digest(`${account} ${ipAddress}`);
const far = ({ account }: Attempt): string => digest(account);

/**
 * Slows guessing down without locking anyone out for good: an address that failed too often waits, while the owner still
 * logs in from another (decisions, section 5). Tells `locked` when that begins. Refuses: too-many-requests.
 */
export function loginThrottle(
  limits: RateLimits,
  { perAccountAndAddress, perAccount }: LoginLimits,
  locked: (lock: LoginLock) => void,
): LoginThrottle {
  /** Answers the failures of the account from the address. */
  const check = async (attempt: Attempt): Promise<number> => {
    const { userId } = attempt;
    const [failures] = await Promise.all([
      limits.check(perAccountAndAddress, near(attempt), userId),
      limits.check(perAccount, far(attempt), userId),
    ]);
    return failures;
  };
  const count = async (limit: Limit, key: string, { userId, ipAddress }: Attempt): Promise<void> => {
    const { remaining } = await limits.count(limit, key, userId);
    if (remaining === 0) locked({ limit: limit.name, userId, ipAddress });
  };
  return {
    admit: async (attempt) => void (await check(attempt)),
    failed: async (attempt) => {
      await Promise.all([
        count(perAccountAndAddress, near(attempt), attempt),
        count(perAccount, far(attempt), attempt),
      ]);
    },
    succeeded: async (attempt) => {
      if ((await check(attempt)) > 0) await limits.forget(perAccountAndAddress, near(attempt));
    },
  };
}
