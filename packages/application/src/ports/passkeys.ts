import type { Passkey, PasskeyChallenge, PasskeyCredential } from '@portcullis/domain';

/** What a response of a browser says about itself. Nothing of it is verified. */
export interface PresentedPasskey {
  readonly credentialId: string;
  /** The challenge that the authenticator signed. */
  readonly challenge: string;
  /** The user handle, base64url; null if the response has none. */
  readonly userHandle: string | null;
}

/** Reads and verifies the responses of browsers (WebAuthn, level 3). */
export interface Passkeys {
  /** Whether the service has an address to which passkeys can belong. */
  readonly isAvailable: boolean;
  /**
   * Returns the domain to which passkeys belong.
   * @throws unless `isAvailable`
   */
  readonly relyingPartyId: () => string;
  /** Returns undefined if the response is not one of a browser. */
  readonly read: (credential: unknown) => Promise<PresentedPasskey | undefined>;
  /**
   * Verifies the response of `navigator.credentials.create` to a challenge: its origin, its domain and that the authenticator has
   * verified the person.
   * @returns undefined if something of it is wrong
   */
  readonly verifyNew: (credential: unknown, challenge: string) => Promise<PasskeyCredential | undefined>;
  /**
   * Verifies the response of `navigator.credentials.get` in the same way, and the signature of the passkey.
   * @returns the new counter; undefined if something of it is wrong, or the counter has not grown
   */
  readonly verify: (
    credential: unknown,
    challenge: string,
    passkey: PasskeyCredential,
  ) => Promise<Passkey['counter'] | undefined>;
}

/** The challenges of passkeys that are being added, and of log-ins without a password. */
export interface PasskeyChallengeRepository {
  readonly add: (challenge: PasskeyChallenge) => Promise<void>;
  /** Removes and returns a challenge that has not expired at `at`, so that it works once. */
  readonly take: (hash: string, at: Date) => Promise<PasskeyChallenge | undefined>;
  /** Removes at most `limit` challenges that have expired at `at`. Returns the number removed. */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
