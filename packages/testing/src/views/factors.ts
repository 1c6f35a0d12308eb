import type { FactorViews } from '@portcullis/application';
import { sortedBy } from '../pages.ts';
import type { State } from '../state.ts';

export const factorViews = (now: () => State): FactorViews => ({
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
