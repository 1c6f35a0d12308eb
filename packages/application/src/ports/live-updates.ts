import type { Listener, LiveMessage, SessionId, StreamTicket } from '@portcullis/domain';

/** A session that has not ended, and what its user may see now. */
export interface LiveSession extends Listener {
  readonly id: SessionId;
  readonly expiresAt: Date;
  /** Changes whenever the menus that the user is granted change, or any menu is changed. */
  readonly menuVersion: string;
}

export interface LiveSessionViews {
  /** Returns the given sessions, without those that have ended and those of disabled users, in any order. */
  readonly find: (ids: readonly SessionId[]) => Promise<readonly LiveSession[]>;
}

/** A connection on which messages are sent. Its functions never throw, and return at once. */
export interface LiveStream {
  /** Begins the stream. If it breaks before the first message, it can be resumed at `position`. */
  readonly begin: (position: number) => void;
  readonly send: (messages: readonly LiveMessage[]) => void;
  /** Shows that the stream still works. Afterwards it can be resumed at `position`. */
  readonly heartbeat: (position: number) => void;
  readonly end: () => void;
}

export interface StreamTicketRepository {
  readonly add: (ticket: StreamTicket) => Promise<void>;
  /**
   * Removes and returns a ticket that has not expired at `at`. Returns undefined if there is no such ticket or it was
   * taken before.
   */
  readonly take: (hash: string, at: Date) => Promise<StreamTicket | undefined>;
  /** Removes at most `limit` tickets that have expired at `at`. Returns the number removed. */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
