import type { Factor, LoginChallenge } from '@portcullis/domain/internal/accounts/factor';
import type { FactorId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Passkey } from '@portcullis/domain/internal/accounts/passkey';
import type { Reported } from './collection.ts';

/** The second factors and recovery codes of accounts. Callers must have locked the user, except for `findPasskey`. */
export interface FactorRepository {
  /** Returns the factors of a user, oldest first. Factors that are not confirmed are included. */
  readonly of: (userId: UserId) => Promise<readonly Factor[]>;
  readonly findPasskey: (credentialId: string) => Promise<Passkey | undefined>;
  /**
   * Stores a factor.
   * @throws {BusinessError} wrong-passkey, if the credential id of a passkey is already in use
   */
  readonly add: Reported<(factor: Factor) => Promise<void>>;
  /** Saves a factor. It is not `Reported`, because it also stores each use of a factor, which has no event of its own. */
  readonly save: (factor: Factor) => Promise<void>;
  readonly remove: Reported<(ids: readonly FactorId[]) => Promise<void>>;
  /** Replaces the recovery codes of a user. Only the hashes of the new codes are stored. */
  readonly setRecoveryCodes: Reported<(userId: UserId, hashes: readonly string[]) => Promise<void>>;
  readonly countRecoveryCodes: (userId: UserId) => Promise<number>;
  /**
   * Removes a recovery code.
   * @returns whether the user had this code
   */
  readonly useRecoveryCode: (userId: UserId, hash: string) => Promise<boolean>;
}

/**
 * Pending logins that require a second factor. `UserRepository` removes the challenges of a user when the password is
 * set.
 */
export interface LoginChallengeRepository {
  readonly add: (challenge: LoginChallenge) => Promise<void>;
  readonly find: (tokenHash: string) => Promise<LoginChallenge | undefined>;
  readonly setFailures: (challenge: Pick<LoginChallenge, 'tokenHash' | 'failures'>) => Promise<void>;
  readonly remove: (tokenHash: string) => Promise<void>;
  readonly removeOf: (userId: UserId) => Promise<void>;
  /**
   * Removes at most `limit` challenges that have expired at `at`.
   * @returns the number of removed challenges
   */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}

/** A factor as the API returns it, without its secret. */
export interface FactorView extends Pick<Factor, 'id' | 'kind' | 'createdAt' | 'lastUsedAt'> {
  /** The name of a passkey; null for an authenticator app. */
  readonly name: string | null;
}

/** The second factors of a user, as the user sees them. */
export interface OwnFactors {
  /** The confirmed factors, oldest first. */
  readonly factors: readonly FactorView[];
  readonly recoveryCodesLeft: number;
}

/** Reads second factors. */
export interface FactorViews {
  readonly of: (userId: UserId) => Promise<OwnFactors>;
}

/** Codes of authenticator apps (TOTP, RFC 6238, with SHA-1 and 6 digits). */
export interface TotpCodes {
  /** Returns a secret of 160 random bits in base 32. */
  readonly createSecret: () => string;
  /** Returns whether `code` is the correct code for a time step. Compares in constant time. */
  readonly matches: (secret: string, step: number, code: string) => boolean;
}

/** Creates recovery codes. They have enough random bits to be stored as unsalted hashes. */
export interface RecoveryCodes {
  readonly create: () => string;
}

/** Draws QR codes. */
export interface QrCodes {
  /** Returns the QR code of a text as an SVG document. */
  readonly svgOf: (text: string) => Promise<string>;
}

/** Limits the number of attempts to authenticate with a code or a passkey of an account. */
export interface FactorThrottle {
  /**
   * Counts an attempt before it is verified, so that concurrent attempts cannot exceed the limit.
   * @returns whether a further attempt would be refused
   * @throws if there were too many attempts
   */
  readonly beforeAttempt: (userId: UserId) => Promise<{ readonly isLast: boolean }>;
  /** Resets the number of attempts after a successful attempt. */
  readonly afterSuccess: (userId: UserId) => Promise<void>;
}
