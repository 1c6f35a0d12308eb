import type { SignInTicketRepository } from '@portcullis/application/internal/ports/identities';
import { removeWhere } from '../tables/remove-where.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/identities.ts')];

export const repository = ({ signInTickets }: State): SignInTicketRepository => ({
  add: async (ticket) => void signInTickets.set(ticket.hash, ticket),
  take: async (hash, at) => {
    const ticket = signInTickets.get(hash);
    if (ticket === undefined || ticket.expiresAt <= at) return undefined;
    signInTickets.delete(hash);
    return ticket;
  },
  removeExpired: async (at, limit) => removeWhere(signInTickets, ({ expiresAt }) => expiresAt <= at, limit),
});
