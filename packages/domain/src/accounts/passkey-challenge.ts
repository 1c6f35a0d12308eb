import { challengeSeconds } from './factor.ts';
import type { UserId } from '../shared/ids.ts';
import { later } from '../shared/later.ts';

/** A random value that an authenticator must sign when a user adds a passkey, or authenticates with a passkey alone. */
export interface PasskeyChallenge {
  /** SHA-256 of the value, in base64url. */
  readonly hash: string;
  /** The account that adds a passkey; null for an authentication, because the account of a log-in is not known yet. */
  readonly userId: UserId | null;
  readonly expiresAt: Date;
}

/** Makes a challenge that a passkey signs. */
export const newPasskeyChallenge = (
  challenge: Pick<PasskeyChallenge, 'hash' | 'userId'>,
  at: Date,
): PasskeyChallenge => ({ ...challenge, expiresAt: later(at, challengeSeconds * 1000) });
