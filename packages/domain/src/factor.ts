import { BusinessError } from './errors.ts';
import type { FactorId, UserId } from './ids.ts';
import { later } from './later.ts';
import type { Passkey } from './passkey.ts';

/** An authenticator app of an account, which shows another code every 30 seconds (RFC 6238). */
export interface TotpFactor {
  readonly id: FactorId;
  readonly userId: UserId;
  readonly kind: 'totp';
  /** The secret that the app shares with the service, encrypted. */
  readonly sealedSecret: string;
  readonly createdAt: Date;
  /** Null until the first right code. The log-in does not ask for the factor before. */
  readonly confirmedAt: Date | null;
  /** The time step of the last accepted code; null before the first one. */
  readonly lastStep: number | null;
  readonly lastUsedAt: Date | null;
}

/** A second factor of an account. */
export type Factor = TotpFactor | Passkey;

/** Maximum number of factors of an account. */
const maxFactors = 5;

/** Whether log-ins ask for the factor. */
export const isConfirmed = ({ confirmedAt }: Pick<Factor, 'confirmedAt'>): boolean => confirmedAt !== null;

/**
 * Refuses another factor for an account that has the maximum number of confirmed ones.
 * @throws {BusinessError} too-many-factors
 */
export function checkFactorCount(factors: readonly Factor[]): void {
  if (factors.filter(isConfirmed).length < maxFactors) return;
  throw new BusinessError('too-many-factors', `An account has at most ${maxFactors} factors.`);
}

export const newFactor = (factor: Pick<TotpFactor, 'id' | 'userId' | 'sealedSecret'>, at: Date): TotpFactor => ({
  ...factor,
  kind: 'totp',
  createdAt: at,
  confirmedAt: null,
  lastStep: null,
  lastUsedAt: null,
});

const stepMs = 30_000;

/**
 * The time steps whose codes a factor accepts: the previous, the current and the next one, because clocks differ. The step of
 * the last accepted code and all earlier ones are left out, so that a code works once.
 */
export function acceptableSteps({ lastStep }: Pick<TotpFactor, 'lastStep'>, at: Date): readonly number[] {
  const current = Math.floor(at.getTime() / stepMs);
  return [current - 1, current, current + 1].filter((step) => lastStep === null || step > lastStep);
}

/** What a log-in with a right password gets if the account has a second factor. A factor completes it. */
export interface LoginChallenge {
  /** SHA-256 of the token that the client has. */
  readonly tokenHash: string;
  readonly userId: UserId;
  /** How often a wrong code or passkey was sent. */
  readonly failures: number;
  readonly expiresAt: Date;
}

/** How long a challenge is valid, in seconds. */
export const challengeSeconds = 300;

/** The number of wrong codes and passkeys that end a challenge. */
const maxChallengeFailures = 5;

export const newLoginChallenge = (
  challenge: Pick<LoginChallenge, 'tokenHash' | 'userId'>,
  at: Date,
): LoginChallenge => ({ ...challenge, failures: 0, expiresAt: later(at, challengeSeconds * 1000) });

/**
 * Returns the challenge if it exists, has not expired and has had fewer than `maxChallengeFailures` wrong codes.
 * @throws {BusinessError} challenge-invalid
 */
export function requireOpenChallenge(challenge: LoginChallenge | undefined, at: Date): LoginChallenge {
  if (challenge !== undefined && at < challenge.expiresAt && challenge.failures < maxChallengeFailures)
    return challenge;
  throw new BusinessError('challenge-invalid', 'This log-in has expired. Please begin again.');
}
