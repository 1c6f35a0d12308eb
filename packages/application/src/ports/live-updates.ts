import type { Listener, LiveMessage, SessionId, StreamTicket } from '@portcullis/domain';

/** A session that has not ended, and what its user may see now. */
export interface LiveSession extends Listener {
  readonly id: SessionId;
  readonly expiresAt: Date;
  /** Two values are equal only if the user is granted the same menus, and none of all menus has changed. */
  readonly menuVersion: string;
}

export interface LiveSessionViews {
  /** Returns those of the sessions that have not ended and whose users are enabled, in any order. */
  readonly find: (ids: readonly SessionId[]) => Promise<readonly LiveSession[]>;
}

/** A connection that messages are sent on. No function of it throws or waits. */
export interface LiveStream {
  /** Begins the stream. `position` is the one with which it can be resumed if it breaks before the first message. */
  readonly begin: (position: number) => void;
  readonly send: (messages: readonly LiveMessage[]) => void;
  /** Shows that the stream still works. Afterwards it can be resumed at `position`. */
  readonly heartbeat: (position: number) => void;
  readonly end: () => void;
}

export interface StreamTicketRepository {
  readonly add: (ticket: StreamTicket) => Promise<void>;
  /** Removes a ticket that has not expired at `at` and returns it; undefined if there is none, or if it was taken before. */
  readonly take: (hash: string, at: Date) => Promise<StreamTicket | undefined>;
  /** Removes at most `limit` tickets that have expired at `at`. Returns the number removed. */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
