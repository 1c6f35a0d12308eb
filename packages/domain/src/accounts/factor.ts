import { builtInEvent, recordedFields } from '../shared/declare-event.ts';
import { userSubject } from '../shared/subjects.ts';
import { BusinessError } from '../shared/errors.ts';
import type { Id, FactorId, UserId } from '../shared/ids.ts';
import { later } from '../shared/later.ts';
import type { Passkey } from './passkey.ts';

/** An authenticator app of an account. The app shows a new code every 30 seconds (RFC 6238). */
export interface TotpFactor {
  readonly id: FactorId;
  readonly userId: UserId;
  readonly kind: 'totp';
  /** The secret that the app shares with the service, encrypted. */
  readonly sealedSecret: string;
  readonly createdAt: Date;
  /** Time of the first correct code; null until then. Log-ins do not ask for an unconfirmed factor. */
  readonly confirmedAt: Date | null;
  /** The time step of the last accepted code; null before the first accepted code. */
  readonly lastStep: number | null;
  readonly lastUsedAt: Date | null;
}

/** A second factor of an account. */
export type Factor = TotpFactor | Passkey;

/** Maximum number of second factors of an account. */
const maxFactors = 5;

/** Whether log-ins ask for the factor. */
export const isConfirmed = ({ confirmedAt }: Pick<Factor, 'confirmedAt'>): boolean => confirmedAt !== null;

/**
 * Checks that an account can have another factor. Only confirmed factors count towards the maximum.
 * @throws {BusinessError} too-many-factors
 */
export function checkFactorCount(factors: readonly Factor[]): void {
  if (factors.filter(isConfirmed).length < maxFactors) return;
  throw new BusinessError('too-many-factors', `An account has at most ${maxFactors} factors.`);
}

/** Makes an authenticator app that is not confirmed yet. */
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
 * Returns the time steps whose codes a factor accepts: the previous, the current and the next step, because clocks
 * differ. The step of the last accepted code and all earlier steps are excluded, so that each code works only once.
 */
export function acceptableSteps({ lastStep }: Pick<TotpFactor, 'lastStep'>, at: Date): readonly number[] {
  const current = Math.floor(at.getTime() / stepMs);
  return [current - 1, current, current + 1].filter((step) => lastStep === null || step > lastStep);
}

/**
 * An unfinished log-in to an account with a second factor. The first step, such as the password, was successful. The
 * second factor completes the log-in.
 */
export interface LoginChallenge {
  /** SHA-256 of the token that the client has. */
  readonly tokenHash: string;
  readonly userId: UserId;
  /** Number of wrong codes and passkeys that were sent. */
  readonly failures: number;
  readonly expiresAt: Date;
}

/** How long a login challenge or a passkey challenge is valid, in seconds. */
export const challengeSeconds = 300;

/** Number of wrong codes and passkeys after which a challenge is no longer valid. */
const maxChallengeFailures = 5;

/** Makes a challenge for the second step of a login. */
export const newLoginChallenge = (
  challenge: Pick<LoginChallenge, 'tokenHash' | 'userId'>,
  at: Date,
): LoginChallenge => ({ ...challenge, failures: 0, expiresAt: later(at, challengeSeconds * 1000) });

/**
 * Returns the challenge if it exists, has not expired and has had fewer than `maxChallengeFailures` wrong codes and
 * passkeys.
 * @throws {BusinessError} challenge-invalid
 */
export function requireOpenChallenge(challenge: LoginChallenge | undefined, at: Date): LoginChallenge {
  if (challenge !== undefined && at < challenge.expiresAt && challenge.failures < maxChallengeFailures)
    return challenge;
  throw new BusinessError('challenge-invalid', 'This log-in has expired. Please begin again.');
}

/** The encryption context for the secret of a factor. The secret can be decrypted only with the same context. */
export const factorContext = ({ id }: { readonly id: Id<string> }): string => `factor ${id}`;

/** The second factors that were added or removed. */
const recorded = recordedFields<{ readonly factorIds: readonly FactorId[] }>()('factorIds');

/** The events of second factors. */
export const factorEvents = {
  added: builtInEvent(userSubject, 'factor.added', recorded),
  removed: builtInEvent(userSubject, 'factor.removed', recorded),
  recoveryCodesCreated: builtInEvent(userSubject, 'factor.recoveryCodes.created', recordedFields()()),
  recoveryCodeUsed: builtInEvent(
    userSubject,
    'factor.recoveryCode.used',
    recordedFields<{ readonly codesLeft: number }>()('codesLeft'),
  ),
};
