import type { Factor, FactorId, LoginChallenge, Passkey, UserId } from '@portcullis/domain';

/** The second factors and recovery codes of accounts. Its callers have locked the user. */
export interface FactorRepository {
  /** The factors of a user, oldest first, also those that are not confirmed. */
  readonly of: (userId: UserId) => Promise<readonly Factor[]>;
  readonly findPasskey: (credentialId: string) => Promise<Passkey | undefined>;
  /** @throws {BusinessError} wrong-passkey, if a passkey has a credential id that is in use */
  readonly add: (factor: Factor) => Promise<void>;
  readonly save: (factor: Factor) => Promise<void>;
  readonly remove: (ids: readonly FactorId[]) => Promise<void>;
  /** Replaces the recovery codes of a user by those with these hashes. */
  readonly setRecoveryCodes: (userId: UserId, hashes: readonly string[]) => Promise<void>;
  readonly countRecoveryCodes: (userId: UserId) => Promise<number>;
  /** Removes a recovery code. Returns whether the user had it. */
  readonly useRecoveryCode: (userId: UserId, hash: string) => Promise<boolean>;
}

/** Log-ins that wait for a code. `UserRepository` removes those of a user whose password is set. */
export interface LoginChallengeRepository {
  readonly add: (challenge: LoginChallenge) => Promise<void>;
  readonly find: (tokenHash: string) => Promise<LoginChallenge | undefined>;
  readonly setFailures: (challenge: Pick<LoginChallenge, 'tokenHash' | 'failures'>) => Promise<void>;
  readonly remove: (tokenHash: string) => Promise<void>;
  /** Removes at most `limit` challenges that have expired at `at`. Returns the number removed. */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}

/** A factor as the API returns it, without its secret. */
export interface FactorView extends Pick<Factor, 'id' | 'kind' | 'createdAt' | 'lastUsedAt'> {
  /** The name of a passkey; null for an authenticator app. */
  readonly name: string | null;
}

export interface OwnFactors {
  /** The confirmed factors, oldest first. */
  readonly factors: readonly FactorView[];
  readonly recoveryCodesLeft: number;
}

export interface FactorViews {
  readonly of: (userId: UserId) => Promise<OwnFactors>;
}

/** The codes of authenticator apps (RFC 6238 with SHA-1 and 6 digits). */
export interface TotpCodes {
  /** Returns a secret of 160 random bits in base 32. */
  readonly createSecret: () => string;
  /** Whether `code` is the code of a time step. Compares in constant time. */
  readonly matches: (secret: string, step: number, code: string) => boolean;
}

/** Makes recovery codes, which have enough random bits to be stored as plain hashes. */
export interface RecoveryCodes {
  readonly create: () => string;
}

export interface QrCodes {
  /** Draws a text as an SVG document. */
  readonly svgOf: (text: string) => Promise<string>;
}

/** Limits the codes and passkeys that are tried for an account. */
export interface FactorThrottle {
  /**
   * Counts an attempt before it is verified, so that concurrent attempts cannot exceed the limit together. Throws if
   * there were too many.
   * @returns whether a further attempt would be refused
   */
  readonly beforeAttempt: (userId: UserId) => Promise<{ readonly isLast: boolean }>;
  /** Forgets the attempts after a right one. */
  readonly afterSuccess: (userId: UserId) => Promise<void>;
}
