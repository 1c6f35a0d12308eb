import { challengeSeconds } from './factor.ts';
import type { UserId } from './ids.ts';
import { later } from './later.ts';

/** A random value that an authenticator must sign when a user adds a passkey or logs in with a passkey. */
export interface PasskeyChallenge {
  /** SHA-256 of the value, in base64url. */
  readonly hash: string;
  /** The account that adds a passkey; null for a log-in, because the account is not known at that time. */
  readonly userId: UserId | null;
  readonly expiresAt: Date;
}

export const newPasskeyChallenge = (
  challenge: Pick<PasskeyChallenge, 'hash' | 'userId'>,
  at: Date,
): PasskeyChallenge => ({ ...challenge, expiresAt: later(at, challengeSeconds * 1000) });
