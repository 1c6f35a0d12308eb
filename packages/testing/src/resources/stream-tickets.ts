import type { StreamTicketRepository } from '@portcullis/application/internal/ports/live-updates';
import { oneTimeTokens } from '../tables/one-time-tokens.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/stream-tickets.ts')];

export const repository = ({ streamTickets }: State): StreamTicketRepository => oneTimeTokens(streamTickets);
