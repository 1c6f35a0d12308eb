import { BusinessError, type FactorChallenge } from '@portcullis/domain/internal/shared/errors';
import {
  challengeSeconds,
  isConfirmed,
  newLoginChallenge,
  type Factor,
} from '@portcullis/domain/internal/accounts/factor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { isPasskey, requestOptions } from './passkey-options.ts';
import type { Passkeys } from '../../ports/passkeys.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Clock } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { startSession, type Login, type SessionDependencies, type StartedSession } from '../sessions/start-session.ts';

export interface ChallengeDependencies {
  readonly clock: Clock;
  readonly linkTokens: LinkTokens;
  readonly passkeys: Pick<Passkeys, 'isAvailable' | 'relyingPartyId'>;
}

/**
 * Opens a session, or stores a login challenge if one of the user's `factors` is confirmed. The caller must have locked
 * the user's row before reading them, so that no factor is added concurrently. If a challenge is stored, the function returns an error that contains
 * the token of the challenge. The caller must throw this error only after the commit, because throwing it earlier would
 * undo the challenge.
 */
export async function startSessionOrChallenge(
  tx: Uses<'sessions' | 'loginAddresses' | 'factors' | 'loginChallenges' | 'events'>,
  deps: ChallengeDependencies & SessionDependencies,
  login: Login,
  factors: readonly Factor[],
): Promise<StartedSession | BusinessError> {
  const confirmed = factors.filter(isConfirmed);
  return confirmed.length > 0 ? challenge(tx, deps, login.user.id, confirmed) : startSession(tx, deps, login);
}

async function challenge(
  tx: Uses<'factors' | 'loginChallenges'>,
  { clock, linkTokens, passkeys }: ChallengeDependencies,
  userId: UserId,
  confirmed: readonly Factor[],
): Promise<BusinessError> {
  const { token, hash: tokenHash } = linkTokens.create();
  await tx.loginChallenges.add(newLoginChallenge({ tokenHash, userId }, clock.now()));
  const own = passkeys.isAvailable ? confirmed.filter(isPasskey) : [];
  const kinds: readonly FactorChallenge['factors'][number][] = [
    ...(confirmed.some(({ kind }) => kind === 'totp') ? ['totp' as const] : []),
    ...(own.length > 0 ? ['passkey' as const] : []),
    ...((await tx.factors.countRecoveryCodes(userId)) > 0 ? ['recovery' as const] : []),
  ];
  const details = {
    challenge: token,
    factors: kinds,
    expiresIn: challengeSeconds,
    ...(own.length > 0 && {
      passkeyOptions: requestOptions({ challenge: token, rpId: passkeys.relyingPartyId() }, own),
    }),
  };
  return new BusinessError('factor-required', 'Please use your second factor.', details, { about: userId });
}
