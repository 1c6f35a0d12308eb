import type { PasskeyChallengeRepository } from '@portcullis/application/internal/ports/passkeys';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import type { State } from '../tables/state.ts';
import { removeWhere } from '../tables/remove-where.ts';

export const contracts = [() => import('../contracts/factors.ts')];

export const repository = ({ passkeyChallenges, users }: State): PasskeyChallengeRepository => ({
  add: async (challenge) => {
    const { userId } = challenge;
    if (userId !== null && !users.has(userId)) throw new StoreFailure(`There is no user ${userId}.`);
    passkeyChallenges.set(challenge.hash, challenge);
  },
  take: async (hash, at) => {
    const challenge = passkeyChallenges.get(hash);
    if (challenge === undefined || challenge.expiresAt <= at) return undefined;
    passkeyChallenges.delete(hash);
    return challenge;
  },
  removeExpired: async (at, limit) => removeWhere(passkeyChallenges, ({ expiresAt }) => expiresAt <= at, limit),
});
