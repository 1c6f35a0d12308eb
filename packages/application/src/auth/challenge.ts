import { BusinessError, challengeSeconds, newLoginChallenge, type UserId } from '@portcullis/domain';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { Clock } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface ChallengeDependencies {
  readonly clock: Clock;
  readonly linkTokens: LinkTokens;
}

/**
 * Stores a login challenge for a user with a second factor. The caller has locked the user's row. The error that contains
 * the token of the challenge is returned and not thrown, because throwing would roll the transaction back.
 */
export async function challenge(
  tx: Transaction,
  { clock, linkTokens }: ChallengeDependencies,
  userId: UserId,
): Promise<BusinessError> {
  const { token, hash: tokenHash } = linkTokens.create();
  await tx.loginChallenges.add(newLoginChallenge({ tokenHash, userId }, clock.now()));
  const codesLeft = await tx.factors.countRecoveryCodes(userId);
  const factors = codesLeft === 0 ? (['totp'] as const) : (['totp', 'recovery'] as const);
  const details = { challenge: token, factors, expiresIn: challengeSeconds };
  return new BusinessError('factor-required', 'Please enter a code of your second factor.', details, { about: userId });
}
