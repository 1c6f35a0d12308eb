import type { LoginChallengeRepository } from '@portcullis/application/internal/ports/factors';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import { removeWhere } from '../tables/remove-where.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/factors.ts')];

export const repository = ({ loginChallenges, users }: State): LoginChallengeRepository => ({
  add: async (challenge) => {
    if (!users.has(challenge.userId)) throw new StoreFailure(`There is no user ${challenge.userId}.`);
    loginChallenges.set(challenge.tokenHash, challenge);
  },
  find: async (tokenHash) => loginChallenges.get(tokenHash),
  setFailures: async ({ tokenHash, failures }) => {
    const challenge = loginChallenges.get(tokenHash);
    if (challenge !== undefined) loginChallenges.set(tokenHash, { ...challenge, failures });
  },
  remove: async (tokenHash) => void loginChallenges.delete(tokenHash),
  removeOf: async (userId) => {
    for (const [hash, each] of loginChallenges) if (each.userId === userId) loginChallenges.delete(hash);
  },
  removeExpired: async (at, limit) => removeWhere(loginChallenges, ({ expiresAt }) => expiresAt <= at, limit),
});
