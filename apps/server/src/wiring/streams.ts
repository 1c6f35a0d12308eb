import { streamRoutes } from '@portcullis/adapters-http';
import { createStreamTicket, redeemStreamTicket, removeExpiredStreamTickets } from '@portcullis/application';
import { streamLimit, streamTicketLimit } from '../config/limits.ts';
import { LIVE_UPDATES, PREVIEW_TOKENS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { writing } from './sources.ts';

const tickets = { ...writing, ticketTokens: PREVIEW_TOKENS };

export const streams = noun(
  {
    createStreamTicket: useCase(createStreamTicket, tickets),
    redeemStreamTicket: useCase(redeemStreamTicket, tickets),
    removeExpiredStreamTickets: useCase(removeExpiredStreamTickets, writing),
  },
  (use, from) => streamRoutes({ ...use, liveUpdates: valueOf(from, LIVE_UPDATES), streamLimit, streamTicketLimit }),
);
