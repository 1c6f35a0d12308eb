import type { AttemptResult, Delivery, DeliveryKind } from '@portcullis/domain/internal/events/delivery';
import type { CancelSignal } from './system.ts';
import type { Uses } from './unit-of-work.ts';

/** Sends the deliveries of one kind. */
export interface DeliverySender {
  /**
   * Makes one attempt.
   * @throws if the attempt was interrupted. An interrupted attempt is not counted.
   */
  readonly attempt: (delivery: Delivery, signal?: CancelSignal) => Promise<AttemptResult>;
  /**
   * Locks the receiver in the transaction that stores the result of an attempt. This function is called before the
   * queue is locked, because the use cases that change a receiver also lock the receiver first.
   * @returns a function that stores the consequences of the attempt, for example by disabling a webhook
   */
  readonly lock: (
    tx: Uses<'webhooks' | 'deliveries' | 'events'>,
    delivery: Delivery,
  ) => Promise<(result: AttemptResult) => Promise<void>>;
}

/** The senders, by kind of delivery. */
export type DeliverySenders = Readonly<Record<DeliveryKind, DeliverySender>>;

/** Counts deliveries, for metrics. */
export interface DeliveryCounters {
  /** Called after deliveries were queued for webhooks. */
  readonly queued: (count: number) => void;
  /** Called after the result of an attempt was stored, or was discarded because the process had lost its lease. */
  readonly attempted: (result: AttemptResult['result']) => void;
}

/** Allows a use case that has stored deliveries to start sending immediately instead of at the next poll. */
export interface DeliveryWakeUp {
  readonly wake: () => void;
}
