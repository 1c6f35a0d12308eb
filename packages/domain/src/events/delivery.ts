import { builtInEvent, recordedFields } from '../shared/declare-event.ts';
import { webhookSubject } from '../shared/subjects.ts';
import type { DeliveryId } from '../shared/ids.ts';
import { later } from '../shared/later.ts';
import { matchesType, type Webhook } from './webhook.ts';

/**
 * A delivery is `waiting` until an attempt succeeds or the final attempt fails. It is also `waiting` during an attempt.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
/** Whether a delivery waits, has succeeded or has failed. */
export type DeliveryState = (typeof deliveryStates)[number];

/** The kinds of deliveries. Each kind has its own sender. */
export const deliveryKinds = ['webhook', 'mail'] as const;
/** What a delivery sends. */
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * Maximum number of queues of each kind from which a process sends simultaneously. Each kind has its own limit, so that
 * receivers of one kind that do not respond delay no deliveries of another kind.
 */
export const deliverySlots: Readonly<Record<DeliveryKind, number>> = { webhook: 16, mail: 8 };

/**
 * Maximum number of queues from which a process sends simultaneously to one receiver (the host of a webhook), so that a
 * receiver that does not respond delays no deliveries to other receivers.
 */
export const slotsPerReceiver = 2;

/** The message of a delivery. A webhook receives the message unchanged. The text of a mail is made from the message. */
export interface DeliveryMessage {
  readonly type: string;
  /** The time of the event in ISO 8601. */
  readonly time: string;
  /** The subject of the event, such as `user/0b6e…`. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * A message to a receiver, for example an event for a webhook. The service attempts to send the message until an
 * attempt succeeds or the final attempt fails.
 */
export interface Delivery {
  readonly id: DeliveryId;
  readonly kind: DeliveryKind;
  /** The deliveries of a queue are sent one at a time, in the order in which they were added. */
  readonly queue: string;
  /**
   * Identifies the message to the receiver. All attempts of a delivery have the same id. All deliveries of one event to
   * one receiver also have the same id.
   */
  readonly messageId: string;
  readonly type: string;
  readonly payload: DeliveryMessage;
  readonly state: DeliveryState;
  /** Number of attempts since the delivery was added or retried by an administrator. */
  readonly attempts: number;
  /** Null if no further attempt will be made. */
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  /**
   * The HTTP status of the response to the last attempt, or the reply code with which an SMTP server refused a mail.
   * Null if there was no such response.
   */
  readonly responseStatus: number | null;
  /** The beginning of the body of the response to the last attempt; null if there was no body. */
  readonly responseBody: string | null;
  /** Why the last attempt failed, as a sentence; null before the first attempt and after a success. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type NewDelivery = Pick<Delivery, 'id' | 'kind' | 'queue' | 'messageId' | 'type' | 'payload'>;

/** Makes a delivery whose first attempt is due now. */
export const newDelivery = (given: NewDelivery, at: Date): Delivery => ({
  ...given,
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: at,
  lastAttemptAt: null,
  responseStatus: null,
  responseBody: null,
  error: null,
  createdAt: at,
  updatedAt: at,
});

/**
 * The result of one attempt. After a `failure`, further attempts can follow. After `gone`, the delivery has failed
 * without further attempts.
 */
export interface AttemptResult {
  readonly result: 'success' | 'failure' | 'gone';
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  /** The pause that the receiver requested, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000];

/**
 * The pause before each attempt, in milliseconds. A pause begins when the previous attempt has failed. The first
 * attempt has no pause.
 */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/**
 * Maximum random extension of a pause, as a fraction of the pause. Without this extension, failed deliveries would all
 * be sent again at the same time.
 */
export const jitterShare = 0.1;

/** The longest pause that a receiver can request, in milliseconds. */
export const maxRetryAfterMs = 24 * hourMs;

/**
 * Returns the delivery after an attempt that ended at `at`. After a failure, the next attempt is due after a pause,
 * unless the failed attempt was the last one. The pause increases with each attempt. If the receiver requested a longer
 * pause, the longer pause is used, up to `maxRetryAfterMs`.
 * @param random a number from 0 (inclusive) to 1 (exclusive), which determines the random extension of the pause
 */
export function afterDeliveryAttempt(
  delivery: Delivery,
  { result, retryAfterMs = 0, ...response }: AttemptResult,
  at: Date,
  random: number,
): Delivery {
  const attempts = delivery.attempts + 1;
  const attempted = { ...delivery, ...response, attempts, lastAttemptAt: at, updatedAt: at };
  if (result === 'success') return { ...attempted, state: 'delivered', nextAttemptAt: null };
  const delayMs = attemptDelaysMs[attempts];
  if (delayMs === undefined || result === 'gone') return { ...attempted, state: 'failed', nextAttemptAt: null };
  const pauseMs = Math.max(delayMs * (1 + jitterShare * random), Math.min(retryAfterMs, maxRetryAfterMs));
  return { ...attempted, nextAttemptAt: later(at, Math.round(pauseMs)) };
}

/** Whether an attempt with this result is the final attempt of the delivery. */
export const isFinalAttempt = ({ attempts }: Delivery, { result }: AttemptResult): boolean =>
  result !== 'failure' || attempts + 1 >= attemptDelaysMs.length;

/** Returns the delivery with a new first attempt that is due now. The delivery can be in any state. */
export const restartDelivery = (delivery: Delivery, at: Date): Delivery => ({
  ...delivery,
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: at,
  updatedAt: at,
});

/** The period whose events were sent to a webhook again. */
interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The events of deliveries. */
export const deliveryEvents = {
  tested: builtInEvent(webhookSubject, 'webhook.tested', recordedFields<Delivery>()('state', 'responseStatus')),
  retried: builtInEvent(webhookSubject, 'webhook.delivery.retried', recordedFields<Delivery>()('id')),
  replayed: builtInEvent(webhookSubject, 'webhook.replayed', recordedFields<Period>()('from', 'to')),
};

const ofDeliveries: ReadonlySet<string> = new Set(Object.values(deliveryEvents).map(({ type }) => type));

/**
 * Whether an event is sent to a webhook. Attempts to send to a webhook are events too, but never sent to the webhook
 * itself: a receiver would get a message about each message.
 */
export const isSentTo = (
  { id, types }: Pick<Webhook, 'id' | 'types'>,
  { type, subject }: { readonly type: string; readonly subject: { readonly id: string | null } },
): boolean => matchesType(types, type) && !(subject.id === id && ofDeliveries.has(type));
