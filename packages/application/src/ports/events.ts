import type { DomainEvent, EventId, Id, NewEvent, UserId } from '@portcullis/domain';

/** Append-only: no port changes or removes an event. */
export interface EventLog {
  /**
   * Adds an event, which is visible after the transaction commits. If the actor or the subject is a user and has no
   * name, the store adds the user name of the account.
   */
  readonly add: (event: NewEvent) => Promise<void>;
  /**
   * Returns the changes that led to a range of versions of a subject: the newest first, at most 1,000. A version can
   * have several changes. A version with another cause, such as the removal of a linked resource, has no changes.
   */
  readonly changesOf: (subjectId: Id<string>, versions: VersionRange) => Promise<readonly VersionChange[]>;
}

/** The versions after `after`, up to and including `until`. */
export interface VersionRange {
  readonly after: number;
  readonly until: number;
}

/** A write that led to a version of its subject. */
export interface VersionChange {
  readonly version: number;
  /** Null for the service itself. */
  readonly by: UserId | null;
  /** The names of the changed fields. */
  readonly fields: readonly string[];
}

export interface EventFilters {
  /** An event type, or its beginning followed by `*`, such as `content.*`. */
  readonly type?: string;
  readonly actorId?: string;
  readonly subjectType?: string;
  readonly subjectId?: string;
  /** Earliest timestamp, inclusive. */
  readonly from?: Date;
  /** Latest timestamp, inclusive. */
  readonly to?: Date;
}

export interface EventQuery extends EventFilters {
  /** Only events after this position, the oldest first. By default the newest come first. */
  readonly after?: number;
  /** Only events before this position. */
  readonly before?: number;
  readonly limit: number;
}

export type ActivityQuery = Pick<EventQuery, 'before' | 'limit'>;

/**
 * Reads the log by position. After an event has been read, no event with a lower position becomes visible. A reader
 * that remembers the last position it has read therefore misses no event.
 */
export interface EventViews {
  readonly find: (id: EventId) => Promise<DomainEvent | undefined>;
  readonly page: (query: EventQuery) => Promise<readonly DomainEvent[]>;
  /** Returns the events that a user caused and the events about the user, the newest first. */
  readonly activityOf: (userId: UserId, query: ActivityQuery) => Promise<readonly DomainEvent[]>;
  /**
   * Returns the next events after a position, the oldest first.
   * @param position 0 for the beginning of the log
   */
  readonly after: (position: number, limit: number) => Promise<readonly DomainEvent[]>;
  /** Returns the position of the newest event; 0 if there is none. */
  readonly lastPosition: () => Promise<number>;
}
