import type { AttemptResult, Delivery, DeliveryKind } from '@portcullis/domain';
import type { CancelSignal } from './system.ts';
import type { Transaction } from './unit-of-work.ts';

/** Sends the deliveries of one kind. */
export interface DeliverySender {
  /** Makes one attempt. @throws if the attempt was interrupted, in which case it does not count */
  readonly attempt: (delivery: Delivery, signal?: CancelSignal) => Promise<AttemptResult>;
  /** Stores the consequences of an attempt, in the transaction that stores its result. */
  readonly settle: (tx: Transaction, delivery: Delivery, result: AttemptResult) => Promise<void>;
}

/** The senders by the kind of delivery. */
export type DeliverySenders = Readonly<Record<DeliveryKind, DeliverySender>>;

/** Starts the work on deliveries that a use case has just stored, instead of at the next poll. */
export interface DeliveryWakeUp {
  readonly wake: () => void;
}
