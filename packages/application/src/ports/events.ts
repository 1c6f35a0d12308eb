import type { DomainEvent, NewEvent } from '@portcullis/domain/internal/events/event';
import type { AgentCall } from '@portcullis/domain/internal/shared/actor';
import type { EventId, Id, UserId } from '@portcullis/domain/internal/shared/ids';
import type { FilteredQuery } from './lists.ts';

/** The event log is append-only: no port changes or removes an event. */
export interface EventLog {
  /**
   * Adds an event, which is visible after the transaction commits. If the actor or the subject is a user whose `name`
   * is null in the event, the store adds the user name.
   */
  readonly add: (event: NewEvent) => Promise<void>;
  /** Adds several events, in this order. */
  readonly addAll: (events: readonly NewEvent[]) => Promise<void>;
  /**
   * Returns the changes of a resource that led to the versions in `versions`, newest first. Returns at most 1,000
   * changes. A version can have several changes. A version has no changes if the resource itself was not written, for
   * example if the version comes from the removal of a linked resource.
   */
  readonly changesOf: (subjectId: Id<string>, versions: VersionRange) => Promise<readonly VersionChange[]>;
}

/** The versions from `after` (exclusive) to `until` (inclusive). */
interface VersionRange {
  readonly after: number;
  readonly until: number;
}

/** A write that led to a version of a resource. */
export interface VersionChange {
  readonly version: number;
  /** Null if the service itself made the change. */
  readonly by: UserId | null;
  /** The names of the changed fields. */
  readonly fields: readonly string[];
}

/** Which events are read. */
interface EventFilters {
  /** An event type, or the beginning of event types followed by `*`, such as `content.*`. */
  readonly type?: string;
  readonly actorId?: string;
  /** Only events of requests that an assistant sent. */
  readonly via?: AgentCall['via'];
  readonly subjectType?: string;
  readonly subjectId?: string;
  /** Earliest timestamp, inclusive. */
  readonly from?: Date;
  /** Latest timestamp, inclusive. */
  readonly to?: Date;
}

/** Which page of the event log is read. */
export interface EventQuery extends EventFilters, FilteredQuery {
  /** Returns only events after this position, oldest first. Without `after`, the newest events come first. */
  readonly after?: number;
  /** Returns only events before this position. */
  readonly before?: number;
  readonly limit: number;
}

/** Which part of the activity of a user is read. */
type ActivityQuery = Pick<EventQuery, 'before' | 'limit' | 'via'>;

/**
 * Reads the event log by position. After an event has been read, no event with a lower position appears. A reader that
 * stores the last position it has read therefore does not miss any event.
 */
export interface EventViews {
  readonly find: (id: EventId) => Promise<DomainEvent | undefined>;
  readonly page: (query: EventQuery) => Promise<readonly DomainEvent[]>;
  /** Returns the events that a user caused and the events about the user, newest first. */
  readonly activityOf: (userId: UserId, query: ActivityQuery) => Promise<readonly DomainEvent[]>;
  /**
   * Returns the next events after a position, oldest first.
   * @param position 0 for the beginning of the log
   */
  readonly after: (position: number, limit: number) => Promise<readonly DomainEvent[]>;
  /** Returns the position of the newest event; 0 if there is none. */
  readonly lastPosition: () => Promise<number>;
}
