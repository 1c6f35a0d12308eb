import type { StreamTicketRepository } from '@portcullis/application/internal/ports/live-updates';
import type { State } from '../tables/state.ts';
import { removeWhere } from '../tables/remove-where.ts';

export const contracts = [() => import('../contracts/stream-tickets.ts')];

export const repository = ({ streamTickets }: State): StreamTicketRepository => ({
  add: async (ticket) => void streamTickets.set(ticket.hash, ticket),
  take: async (hash, at) => {
    const ticket = streamTickets.get(hash);
    if (ticket === undefined || ticket.expiresAt <= at) return undefined;
    streamTickets.delete(hash);
    return ticket;
  },
  removeExpired: async (at, limit) => removeWhere(streamTickets, ({ expiresAt }) => expiresAt <= at, limit),
});
