import type { Delivery, DeliveryKind, DeliveryState } from '@portcullis/domain/internal/events/delivery';
import type { DeliveryId } from '@portcullis/domain/internal/shared/ids';
import type { ListQuery, Page } from './lists.ts';

/** Permits one process to send the deliveries of a queue until a point in time. */
export interface Lease {
  readonly id: string;
  readonly until: Date;
}

/** A queue, and the id of the lease that a process has of it. */
interface QueueLease {
  readonly queue: string;
  readonly leaseId: string;
}

/** Limits the queues that one call takes. */
export interface TakeLimits {
  /** Maximum number of queues. */
  readonly limit: number;
  /** The queues from which the process is already sending. They are not taken. */
  readonly sending: readonly string[];
  /** Maximum number of queues with the same receiver, including those in `sending`. */
  readonly perReceiver: number;
}

/**
 * Queues of deliveries. Each queue has a name. The process that has leased a queue sends the deliveries of the queue in
 * order, one at a time. After the lease has expired, any process can take the queue. The writes are not `Reported`,
 * because most of them are work of the service itself, which no event reports. Use cases that write deliveries for a
 * user record the event with `recordChange`.
 */
export interface DeliveryQueues {
  /**
   * Appends deliveries to their queues. Missing queues are created. The due time of a queue changes only if no delivery
   * was waiting in it.
   */
  readonly add: (deliveries: readonly Delivery[]) => Promise<void>;
  /** Creates an empty queue, or pauses or resumes an existing queue. No deliveries are taken from a paused queue. */
  readonly setPaused: (queue: string, kind: DeliveryKind, isPaused: boolean) => Promise<void>;
  /** Removes a queue and its deliveries. */
  readonly removeQueue: (queue: string) => Promise<void>;
  /**
   * Leases queues of one kind whose first waiting delivery is due at `at` and that no process has leased. The queues
   * that have been due for longest are taken first. All webhooks whose URLs have the same host have the same receiver.
   * @returns the first waiting delivery of each queue
   */
  readonly take: (kind: DeliveryKind, at: Date, lease: Lease, limits: TakeLimits) => Promise<readonly Delivery[]>;
  /**
   * Extends leases until a point in time. Queues that another transaction has locked are skipped, so that this call
   * waits for no other one.
   * @returns the names of the queues whose lease was extended
   */
  readonly extend: (leases: readonly QueueLease[], until: Date) => Promise<readonly string[]>;
  /**
   * Locks a queue until the transaction ends.
   * @returns whether the lease with this id is still the latest lease of the queue, even if it has expired
   */
  readonly lockLeased: (queue: string, leaseId: string) => Promise<boolean>;
  /** Locks a delivery and its queue until the transaction ends. */
  readonly lock: (id: DeliveryId) => Promise<Delivery | undefined>;
  readonly save: (delivery: Delivery) => Promise<void>;
  /**
   * Ends the lease of a queue, and sets the due time of the queue to that of its first waiting delivery, but not
   * earlier than `at`. Otherwise, a queue with many old deliveries would always be taken before the other queues.
   */
  readonly release: (queue: string, at: Date) => Promise<void>;
  /** Sets the due time of a queue to that of its first waiting delivery. The lease of the queue does not change. */
  readonly schedule: (queue: string) => Promise<void>;
  /**
   * Extends the lease if the first waiting delivery is due at `at` and the queue is not paused.
   * @returns this delivery; undefined if the lease was not extended
   */
  readonly takeNext: (queue: string, at: Date, lease: Lease) => Promise<Delivery | undefined>;
  /**
   * Removes at most `limit` deliveries that ended before a timestamp.
   * @returns the number of removed deliveries
   */
  readonly removeEnded: (before: Date, limit: number) => Promise<number>;
}

/** The fields by which deliveries can be sorted. */
export const deliverySortFields = ['createdAt'] as const;
/** A field by which deliveries can be sorted. */
export type DeliverySortField = (typeof deliverySortFields)[number];

/** Which page of deliveries is read, with filters and an order. */
export interface DeliveryListQuery extends Omit<ListQuery<DeliverySortField>, 'search'> {
  readonly queue: string;
  readonly state?: DeliveryState;
  readonly type?: string;
}

/** Reads deliveries. */
export interface DeliveryViews {
  readonly find: (id: DeliveryId) => Promise<Delivery | undefined>;
  readonly list: (query: DeliveryListQuery) => Promise<Page<Delivery>>;
  /** Returns the time at which the next queue is due; undefined if no delivery is waiting. Ignores paused queues. */
  readonly nextDue: () => Promise<Date | undefined>;
}
