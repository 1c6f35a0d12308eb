import type { IdentityRepository, IdentityViews } from '@portcullis/application/internal/ports/identities';
import { sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';
import { table } from '../tables/tables.ts';

export const contracts = [() => import('../contracts/identities.ts')];

export function repository({ identities, users }: State): IdentityRepository {
  const { add } = table(identities, {
    unique: [['identity-taken', ({ issuer, subject }) => JSON.stringify([issuer, subject])]],
    referencesExist: ({ userId }) => users.has(userId),
  });
  return {
    add,
    find: async ({ issuer, subject }) =>
      [...identities.values()].find((each) => each.issuer === issuer && each.subject === subject),
    setLastUsed: async (id, at) => {
      const identity = identities.get(id);
      if (identity !== undefined) identities.set(id, { ...identity, lastUsedAt: at });
    },
    remove: async (userId, id) => {
      const identity = identities.get(id);
      if (identity?.userId !== userId) return undefined;
      identities.delete(id);
      return identity;
    },
    removeAll: async (userId) => {
      const own = [...identities.values()].filter((identity) => identity.userId === userId);
      for (const { id } of own) identities.delete(id);
      return sortedBy(own, ({ createdAt, id }) => [createdAt, id]);
    },
  };
}

export const views = (now: () => State): IdentityViews => ({
  of: async (userId) =>
    sortedBy(
      [...now().identities.values()].filter((identity) => identity.userId === userId),
      ({ createdAt, id }) => [createdAt, id],
    ),
});
