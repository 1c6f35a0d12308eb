import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { Passkey } from '@portcullis/domain/internal/accounts/passkey';
import type { FactorRepository, FactorViews } from '@portcullis/application/internal/ports/factors';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import { sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';
import { table } from '../tables/tables.ts';

export const contracts = [() => import('../contracts/factors.ts')];

export function repository(state: State): FactorRepository {
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

export const views = (now: () => State): FactorViews => ({
  of: async (userId) => {
    const { factors, recoveryCodes } = now();
    const confirmed = [...factors.values()].filter((each) => each.userId === userId && each.confirmedAt !== null);
    return {
      factors: sortedBy(confirmed, ({ createdAt, id }) => [createdAt, id]).map((factor) => {
        const { id, kind, createdAt, lastUsedAt } = factor;
        return { id, kind, name: factor.kind === 'passkey' ? factor.name : null, createdAt, lastUsedAt };
      }),
      recoveryCodesLeft: (recoveryCodes.get(userId) ?? []).length,
    };
  },
});
