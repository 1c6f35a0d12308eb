import type { DeliveryId } from './ids.ts';

/** `waiting` also while it is being sent; `failed` after the last attempt. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The kinds of deliveries. Each has a sender of its own. */
export type DeliveryKind = 'webhook';

/** An event as the receiver of a webhook gets it. */
export interface WebhookMessage {
  readonly type: string;
  /** When it happened, in ISO 8601. */
  readonly time: string;
  /** The subject, such as `user/0b6e…`. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that is sent to a receiver until it succeeds or was tried too often, such as an event to a webhook. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly kind: DeliveryKind;
  /** The deliveries of a queue are sent one at a time, in the order in which they were added. */
  readonly queue: string;
  /** Identifies the message to the receiver. Every attempt has the same, and so do repeated deliveries of one event. */
  readonly messageId: string;
  readonly type: string;
  readonly payload: WebhookMessage;
  readonly state: DeliveryState;
  /** Number of attempts since it was added or retried by hand. */
  readonly attempts: number;
  /** Null if no further attempt will be made. */
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  /** HTTP status of the last response; null if there was none. */
  readonly responseStatus: number | null;
  /** The beginning of the body of the last response. */
  readonly responseBody: string | null;
  /** Why the last attempt failed, as a sentence; null after a success. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type NewDelivery = Pick<Delivery, 'id' | 'kind' | 'queue' | 'messageId' | 'type' | 'payload'>;

/** A delivery whose first attempt is due now. */
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

/** The result of one attempt. */
export interface AttemptResult {
  readonly result: 'success' | 'failure' | 'gone';
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  /** How long the receiver asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000];

/** The pause before each attempt, in milliseconds, since the failure of the one before it. The first has none. */
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

/** A pause is longer than its entry by up to this share, so that receivers are not called by all senders at once. */
export const jitterShare = 0.1;

/** The longest pause that a receiver can ask for, in milliseconds. */
export const maxRetryAfterMs = 24 * hourMs;

/**
 * The delivery after an attempt that ended at `at`. It is retried until the last attempt has failed; the pause grows, and
 * is at least as long as the receiver asked for.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
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
  return { ...attempted, nextAttemptAt: new Date(at.getTime() + Math.round(pauseMs)) };
}

/** The delivery with a first attempt that is due now, whatever became of it before. */
export const retried = (delivery: Delivery, at: Date): Delivery => ({
  ...delivery,
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: at,
  updatedAt: at,
});
