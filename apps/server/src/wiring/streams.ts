import { streamRoutes } from '@portcullis/adapters-http';
import { createStreamTicket, redeemStreamTicket } from '@portcullis/application';
import { streamLimit, streamTicketLimit } from '../config/limits.ts';
import { LIVE_UPDATES, LINK_TOKENS } from './ports.ts';
import { resourceModule, useCase, resolvePort } from './dependency-injection.ts';
import { updateDependencies } from './shared-dependencies.ts';

const tickets = { ...updateDependencies, ticketTokens: LINK_TOKENS };

export const streams = resourceModule(
  {
    createStreamTicket: useCase(createStreamTicket, tickets),
    redeemStreamTicket: useCase(redeemStreamTicket, tickets),
  },
  (use, from) => streamRoutes({ ...use, liveUpdates: resolvePort(from, LIVE_UPDATES), streamLimit, streamTicketLimit }),
);
