import type { StreamOwner } from './create-stream-ticket.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { PreviewTokens } from '../ports/preview-links.ts';

interface Dependencies extends UpdateDependencies {
  readonly ticketTokens: Pick<PreviewTokens, 'hashOf'>;
}

/**
 * Uses up a ticket. Of several concurrent calls, in any process, only one gets its owner.
 * @returns undefined if the ticket is unknown, was used or has expired
 */
export const redeemStreamTicket =
  ({ work, clock, ticketTokens }: Dependencies) =>
  (ticket: string): Promise<StreamOwner | undefined> =>
    work.run((tx) => tx.streamTickets.take(ticketTokens.hashOf(ticket), clock.now()));

export type RedeemStreamTicket = ReturnType<typeof redeemStreamTicket>;
