import type { SessionId, UserId } from './ids.ts';

/** A ticket that opens one stream of live updates. The client sends the ticket in place of an access token. */
export interface StreamTicket {
  /** SHA-256 of the ticket. The ticket itself is not stored. */
  readonly hash: string;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly expiresAt: Date;
}

/** How long a stream ticket can be used, in milliseconds. */
export const streamTicketMs = 30_000;
