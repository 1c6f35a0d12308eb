import { challengeSeconds } from './factor.ts';
import type { UserId } from './ids.ts';
import { later } from './later.ts';

/** A random value that an authenticator must sign, to add a passkey or to log in with one. */
export interface PasskeyChallenge {
  /** SHA-256 of the value, base64url. */
  readonly hash: string;
  /** The account that adds a passkey; null for a log-in, before which the account is not known. */
  readonly userId: UserId | null;
  readonly expiresAt: Date;
}

export const newPasskeyChallenge = (
  challenge: Pick<PasskeyChallenge, 'hash' | 'userId'>,
  at: Date,
): PasskeyChallenge => ({ ...challenge, expiresAt: later(at, challengeSeconds * 1000) });
