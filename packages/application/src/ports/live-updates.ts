import type { AttributeTypes } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { Id, SessionId } from '@portcullis/domain/internal/shared/ids';
import type { StreamRecipient, LiveMessage, StreamTicket } from '@portcullis/domain/internal/events/live-updates';

/** A session that has not ended, and the user's current rights. */
export interface LiveSession extends StreamRecipient {
  readonly id: SessionId;
  readonly expiresAt: Date;
  /** Changes whenever any menu changes, and whenever the user is granted other menus than before. */
  readonly menuVersion: string;
  /** The next time at which a role of the user begins or ends; null if there is none. */
  readonly accessChangesAt: Date | null;
  /** The last time at which a role of the user has begun or ended; null if there is none. */
  readonly accessChangedAt: Date | null;
}

/** Reads the sessions of live updates. */
export interface LiveSessionViews {
  /** Returns the given sessions in any order, except sessions that have ended and sessions of disabled users. */
  readonly find: (ids: readonly SessionId[]) => Promise<readonly LiveSession[]>;
}

/** Reads resources of another package whose permission to read can have conditions. */
export interface ConditionedReads {
  /** The code of the permission to read them. */
  readonly permission: string;
  /** Whether everybody who is logged in may read them, with or without the permission. */
  readonly isForEverybody?: boolean;
  /** The attributes that conditions can compare. */
  readonly attributes: AttributeTypes;
  /** Returns the values of the resources with these ids, in any order, except those that do not exist. */
  readonly findAll: (ids: readonly Id<string>[]) => Promise<readonly (AttributeValues & { readonly id: string })[]>;
}

/** A connection on which messages are sent. Its functions return immediately and never throw. */
export interface LiveStream {
  /** Begins the stream. A client that is disconnected before the first message can resume at `position`. */
  readonly begin: (position: number) => void;
  readonly send: (messages: readonly LiveMessage[]) => void;
  /** Shows the client that the connection still works. The client can later resume at `position`. */
  readonly heartbeat: (position: number) => void;
  readonly end: () => void;
}

/** Writes tickets of streams in a transaction. */
export interface StreamTicketRepository {
  readonly add: (ticket: StreamTicket) => Promise<void>;
  /** Removes and returns a ticket that has not expired at `at`. Returns undefined if there is no such ticket. */
  readonly take: (hash: string, at: Date) => Promise<StreamTicket | undefined>;
  /**
   * Removes at most `limit` tickets that have expired at `at`.
   * @returns the number of removed tickets
   */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
