import type { Delivery, DeliveryId, DeliveryKind, DeliveryState } from '@portcullis/domain';
import type { ListQuery, Page } from './lists.ts';

/** The right of one process to send the deliveries of a queue until a timestamp. */
export interface Lease {
  readonly id: string;
  readonly until: Date;
}

/**
 * Queues of deliveries. A queue is known by its name, and its deliveries are sent one at a time and in order by the
 * process that holds its lease. When the lease has ended, any process can continue.
 */
export interface DeliveryQueues {
  /** Appends deliveries to their queues, which are created if they do not exist. */
  readonly add: (deliveries: readonly Delivery[]) => Promise<void>;
  /** Creates an empty queue, or stops or resumes an existing one. Nothing is taken from a paused queue. */
  readonly setPaused: (queue: string, kind: DeliveryKind, isPaused: boolean) => Promise<void>;
  /** Removes a queue with its deliveries. */
  readonly removeQueue: (queue: string) => Promise<void>;
  /**
   * Leases queues of these kinds whose first waiting delivery is due at `at` and which no other process holds.
   * @returns the first waiting delivery of each queue
   */
  readonly take: (kinds: readonly string[], at: Date, lease: Lease, limit: number) => Promise<readonly Delivery[]>;
  /** Locks a queue until the transaction ends. @returns whether this lease is still valid for the queue */
  readonly lockLeased: (queue: string, leaseId: string) => Promise<boolean>;
  /** Locks a delivery and its queue until the transaction ends. */
  readonly lock: (id: DeliveryId) => Promise<Delivery | undefined>;
  readonly save: (delivery: Delivery) => Promise<void>;
  /** Schedules the queue for its first waiting delivery, and ends its lease. */
  readonly release: (queue: string) => Promise<void>;
  /** Schedules the queue for its first waiting delivery. The lease of the queue does not change. */
  readonly schedule: (queue: string) => Promise<void>;
  /** Extends the lease if the first waiting delivery is due at `at` and the queue is not paused. @returns that delivery */
  readonly takeNext: (queue: string, at: Date, lease: Lease) => Promise<Delivery | undefined>;
  /** Removes deliveries that ended before a timestamp. @returns how many were removed */
  readonly removeEnded: (before: Date, limit: number) => Promise<number>;
}

export const deliverySortFields = ['createdAt'] as const;
export type DeliverySortField = (typeof deliverySortFields)[number];

export interface DeliveryListQuery extends Omit<ListQuery<DeliverySortField>, 'search'> {
  readonly queue: string;
  readonly state?: DeliveryState;
  readonly type?: string;
}

export interface DeliveryViews {
  readonly find: (id: DeliveryId) => Promise<Delivery | undefined>;
  readonly list: (query: DeliveryListQuery) => Promise<Page<Delivery>>;
  /** Returns the time at which the next queue is due; undefined if no delivery waits. */
  readonly nextDue: () => Promise<Date | undefined>;
}
