import type { StreamTicketRepository } from '../../ports/live-updates.ts';
import type { State } from '../state.ts';

export const streamTicketRepository = ({ streamTickets }: State): StreamTicketRepository => ({
  add: async (ticket) => void streamTickets.set(ticket.hash, ticket),
  take: async (hash, at) => {
    const ticket = streamTickets.get(hash);
    if (ticket === undefined || ticket.expiresAt <= at) return undefined;
    streamTickets.delete(hash);
    return ticket;
  },
  removeExpired: async (at, limit) => {
    const expired = [...streamTickets.values()].filter(({ expiresAt }) => expiresAt <= at).slice(0, limit);
    for (const { hash } of expired) streamTickets.delete(hash);
    return expired.length;
  },
});
