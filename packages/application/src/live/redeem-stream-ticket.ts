import type { StreamOwner } from './create-stream-ticket.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';

interface Dependencies extends UpdateDependencies {
  readonly ticketTokens: Pick<LinkTokens, 'hashOf'>;
}

/**
 * Removes a ticket and returns its owner. If several calls or processes use the same ticket, only one of them gets the
 * owner.
 * @returns undefined if the ticket is unknown, was used or has expired
 */
export const redeemStreamTicket =
  ({ work, clock, ticketTokens }: Dependencies) =>
  (ticket: string): Promise<StreamOwner | undefined> =>
    work.run((tx) => tx.streamTickets.take(ticketTokens.hashOf(ticket), clock.now()));

export type RedeemStreamTicket = ReturnType<typeof redeemStreamTicket>;
