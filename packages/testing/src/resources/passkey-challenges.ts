import type { PasskeyChallengeRepository } from '@portcullis/application/internal/ports/passkeys';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import { oneTimeTokens } from '../tables/one-time-tokens.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/factors.ts')];

export function repository({ passkeyChallenges, users }: State): PasskeyChallengeRepository {
  const tokens = oneTimeTokens(passkeyChallenges);
  return {
    ...tokens,
    add: async (challenge) => {
      const { userId } = challenge;
      if (userId !== null && !users.has(userId)) throw new StoreFailure(`There is no user ${userId}.`);
      await tokens.add(challenge);
    },
  };
}
