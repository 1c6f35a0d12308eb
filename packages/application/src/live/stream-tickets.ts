import type { SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import { streamTicketMs } from '@portcullis/domain/internal/events/live-updates';
import type { UpdateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';

interface TicketDependencies extends UpdateDependencies<'streamTickets'> {
  readonly ticketTokens: LinkTokens;
}

/** The user and the session that a stream belongs to. */
export interface StreamOwner {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/** A ticket with which a browser opens a stream once. */
export interface CreatedStreamTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/** Creates a ticket that can open one stream of live updates within 30 seconds. No event is recorded for the ticket. */
export const createStreamTicket =
  ({ work, clock, ticketTokens }: TicketDependencies) =>
  async ({ userId, sessionId }: StreamOwner): Promise<CreatedStreamTicket> => {
    const { token: ticket, hash } = ticketTokens.create();
    const expiresAt = new Date(clock.now().getTime() + streamTicketMs);
    await work.run((tx) => tx.streamTickets.add({ hash, userId, sessionId, expiresAt }));
    return { ticket, expiresAt };
  };

interface RedeemDependencies extends UpdateDependencies<'streamTickets'> {
  readonly ticketTokens: Pick<LinkTokens, 'hashOf'>;
}

/**
 * Removes a ticket and returns its owner. If several calls or processes use the same ticket, only one of them gets the
 * owner.
 * @returns undefined if the ticket is unknown, was used or has expired
 */
export const redeemStreamTicket =
  ({ work, clock, ticketTokens }: RedeemDependencies) =>
  (ticket: string): Promise<StreamOwner | undefined> =>
    work.run((tx) => tx.streamTickets.take(ticketTokens.hashOf(ticket), clock.now()));

/** Exchanges the ticket of a stream for the caller. */
export type RedeemStreamTicket = ReturnType<typeof redeemStreamTicket>;
