import { BusinessError, type Passkey } from '@portcullis/domain';
import { type FactorRepository, type LoginChallengeRepository, StoreFailure } from '@portcullis/application';
import { sortedBy } from '../pages.ts';
import type { State } from '../state.ts';
import { table } from '../tables.ts';
import { removeWhere } from './remove-where.ts';

export function factorRepository(state: State): FactorRepository {
  const { add, save } = table(state.factors, { referencesExist: ({ userId }) => state.users.has(userId) });
  const findPasskey = async (credentialId: string): Promise<Passkey | undefined> =>
    [...state.factors.values()]
      .filter((factor) => factor.kind === 'passkey')
      .find((passkey) => passkey.credentialId === credentialId);
  return {
    findPasskey,
    add: async (factor) => {
      if (factor.kind === 'passkey' && (await findPasskey(factor.credentialId)) !== undefined)
        throw new BusinessError('wrong-passkey', 'This passkey was not accepted. Please try again.');
      await add(factor);
    },
    save,
    of: async (userId) => {
      const own = [...state.factors.values()].filter((factor) => factor.userId === userId);
      return sortedBy(own, ({ createdAt, id }) => [createdAt, id]);
    },
    remove: async (ids) => {
      for (const id of ids) state.factors.delete(id);
    },
    setRecoveryCodes: async (userId, hashes) => {
      if (!state.users.has(userId)) throw new StoreFailure(`There is no user ${userId}.`);
      state.recoveryCodes.set(userId, hashes);
    },
    countRecoveryCodes: async (userId) => (state.recoveryCodes.get(userId) ?? []).length,
    useRecoveryCode: async (userId, hash) => {
      const hashes = state.recoveryCodes.get(userId) ?? [];
      const others = hashes.filter((each) => each !== hash);
      state.recoveryCodes.set(userId, others);
      return others.length < hashes.length;
    },
  };
}

export const loginChallengeRepository = ({ loginChallenges, users }: State): LoginChallengeRepository => ({
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
