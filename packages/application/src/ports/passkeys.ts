import type { Passkey, PasskeyCredential } from '@portcullis/domain/internal/accounts/passkey';
import type { PasskeyChallenge } from '@portcullis/domain/internal/accounts/passkey-challenge';

/** The data of a browser's response to a passkey challenge. The data is not verified yet. */
export interface PresentedPasskey {
  readonly credentialId: string;
  /** The challenge that the authenticator signed. */
  readonly challenge: string;
  /** The user handle in base64url; null if the response has none. */
  readonly userHandle: string | null;
}

/** Reads and verifies the responses of browsers to passkey challenges (WebAuthn Level 3). */
export interface Passkeys {
  /** Whether browsers accept passkeys for the public URL of this service. */
  readonly isAvailable: boolean;
  /**
   * Returns the domain for which passkeys are created.
   * @throws if `isAvailable` is false
   */
  readonly relyingPartyId: () => string;
  /** Parses a response. Returns undefined if the value does not have the format of such a response. */
  readonly read: (credential: unknown) => Promise<PresentedPasskey | undefined>;
  /**
   * Verifies the response of `navigator.credentials.create` to a challenge: the origin, the domain, and whether the
   * authenticator has verified the person.
   * @returns undefined if the response is invalid
   */
  readonly verifyNew: (credential: unknown, challenge: string) => Promise<PasskeyCredential | undefined>;
  /**
   * Verifies the response of `navigator.credentials.get` in the same way, and also the signature of the passkey.
   * @returns the new signature counter; undefined if the response is invalid, or if the counter has not increased. A
   * counter of 0 is accepted if the stored counter is also 0.
   */
  readonly verify: (
    credential: unknown,
    challenge: string,
    passkey: PasskeyCredential,
  ) => Promise<Passkey['counter'] | undefined>;
}

/**
 * The challenges for adding a passkey, for logging in with a passkey alone, and for authenticating again with a
 * passkey.
 */
export interface PasskeyChallengeRepository {
  readonly add: (challenge: PasskeyChallenge) => Promise<void>;
  /** Removes and returns a challenge that has not expired at `at`. A challenge therefore works only once. */
  readonly take: (hash: string, at: Date) => Promise<PasskeyChallenge | undefined>;
  /**
   * Removes at most `limit` challenges that have expired at `at`.
   * @returns the number of removed challenges
   */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
