import type { IdentityRepository, SignInTicketRepository } from '@portcullis/application';
import { sortedBy } from '../pages.ts';
import type { State } from '../state.ts';
import { table } from '../tables.ts';
import { removeWhere } from './remove-where.ts';

export function identityRepository({ identities, users }: State): IdentityRepository {
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

export const signInTicketRepository = ({ signInTickets }: State): SignInTicketRepository => ({
  add: async (ticket) => void signInTickets.set(ticket.hash, ticket),
  take: async (hash, at) => {
    const ticket = signInTickets.get(hash);
    if (ticket === undefined || ticket.expiresAt <= at) return undefined;
    signInTickets.delete(hash);
    return ticket;
  },
  removeExpired: async (at, limit) => removeWhere(signInTickets, ({ expiresAt }) => expiresAt <= at, limit),
});
