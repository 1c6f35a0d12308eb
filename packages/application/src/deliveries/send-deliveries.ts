import {
  afterDeliveryAttempt,
  deliveryKinds,
  deliverySlots,
  slotsPerReceiver,
  type AttemptResult,
  type Delivery,
} from '@portcullis/domain/internal/events/delivery';
import type { CreateDependencies } from '../dependencies.ts';
import type { Lease } from '../ports/deliveries.ts';
import type { DeliveryCounters, DeliverySenders } from '../ports/delivery-senders.ts';
import type { CancelSignal } from '../ports/system.ts';

/**
 * Duration of a lease in milliseconds. While a process has the lease of a queue, no other process sends the deliveries
 * of this queue. The process extends the lease while it sends, and cancels an attempt whose lease it cannot extend. So
 * an attempt can take longer than a lease, but after the end of a process, another one soon continues.
 */
export const leaseMs = 15_000;

/**
 * Time in milliseconds after which a process releases a queue, even if further deliveries are due. Otherwise, queues
 * with many deliveries would delay those of other queues.
 */
export const turnMs = 5000;

interface Dependencies extends CreateDependencies<'deliveries' | 'webhooks' | 'events'> {
  readonly senders: DeliverySenders;
  readonly deliveryCounters: Pick<DeliveryCounters, 'attempted'>;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** Takes deliveries from their queues and sends them. */
export interface DeliveryWork {
  /**
   * Leases due queues to this process.
   * @param sending what this process is already sending. It counts towards the limits.
   * @returns the first waiting delivery of each leased queue
   */
  readonly take: (sending: readonly LeasedDelivery[]) => Promise<readonly LeasedDelivery[]>;
  /**
   * Extends the leases of queues by the duration of a lease.
   * @returns the deliveries whose leases were extended. A lease that is missing may be extended by the next call.
   */
  readonly extend: (sending: readonly LeasedDelivery[]) => Promise<readonly LeasedDelivery[]>;
  /**
   * Sends the deliveries of a leased queue until none is due, `turnMs` milliseconds have passed, the queue is paused,
   * the lease is lost, or the process stops.
   * @returns the number of attempts
   */
  readonly send: (first: LeasedDelivery, shutdown: DeliveryShutdown) => Promise<number>;
}

/** Tells the sending of deliveries that the process stops. */
interface DeliveryShutdown {
  /** Whether no further attempt should begin. */
  readonly isStopping: () => boolean;
  /** Interrupts the current attempt, even if its sender does not end. An interrupted attempt is not counted. */
  readonly cancel: CancelSignal;
}

/** A delivery that this process may send until its lease ends. */
export interface LeasedDelivery {
  readonly delivery: Delivery;
  readonly leaseId: string;
}

/**
 * Sends waiting deliveries. No delivery is lost if a process ends while sending. After the lease has expired, another
 * process sends the delivery again with the same message id.
 */
export const sendDeliveries = ({ work, clock, ids, senders, deliveryCounters, random }: Dependencies): DeliveryWork => {
  const leaseEnd = (): Date => new Date(clock.now().getTime() + leaseMs);
  const leaseOf = (id: string): Lease => ({ id, until: leaseEnd() });

  /** Attempts a delivery. Returns undefined if the process is stopping or the attempt was interrupted. */
  const attempt = async (
    delivery: Delivery,
    { isStopping, cancel }: DeliveryShutdown,
  ): Promise<AttemptResult | undefined> => {
    if (isStopping()) return undefined;
    try {
      return await untilCancelled(senders[delivery.kind].attempt(delivery, cancel), cancel);
    } catch (error) {
      if (cancel.aborted) return undefined;
      throw error;
    }
  };

  const settle = (
    delivery: Delivery,
    result: AttemptResult,
    leaseId: string,
    turnEnd: number,
  ): Promise<Delivery | undefined> =>
    work.run(async (tx) => {
      const storeConsequences = await senders[delivery.kind].lock(tx, delivery);
      const isLeased = await tx.deliveries.lockLeased(delivery.queue, leaseId);
      // If `isLeased` is false, another process has leased the queue after the lease expired, or the queue was removed.
      // The other process stores the result of its own attempt.
      if (!isLeased) return undefined;
      const at = clock.now();
      await Promise.all([
        tx.deliveries.save(afterDeliveryAttempt(delivery, result, at, random())),
        storeConsequences(result),
      ]);
      const next =
        at.getTime() < turnEnd ? await tx.deliveries.takeNext(delivery.queue, at, leaseOf(leaseId)) : undefined;
      if (next === undefined) await tx.deliveries.release(delivery.queue, at);
      return next;
    });

  const release = ({ queue }: Delivery, leaseId: string): Promise<void> =>
    work.run(async (tx) => {
      if (await tx.deliveries.lockLeased(queue, leaseId)) await tx.deliveries.release(queue, clock.now());
    });

  return {
    take: (sending) =>
      work.run(async (tx) => {
        const leaseId = ids.next();
        const taken = deliveryKinds.map((kind) => {
          const queues = queuesOf(sending.filter(({ delivery }) => delivery.kind === kind));
          const limits = { limit: deliverySlots[kind] - queues.length, sending: queues, perReceiver: slotsPerReceiver };
          return tx.deliveries.take(kind, clock.now(), leaseOf(leaseId), limits);
        });
        return (await Promise.all(taken)).flat().map((delivery) => ({ delivery, leaseId }));
      }),
    extend: (sending) =>
      work.run(async (tx) => {
        const leases = sending.map(({ delivery: { queue }, leaseId }) => ({ queue, leaseId }));
        const extended = await tx.deliveries.extend(leases, leaseEnd());
        return sending.filter(({ delivery }) => extended.includes(delivery.queue));
      }),
    send: async ({ delivery: first, leaseId }, shutdown) => {
      const turnEnd = clock.now().getTime() + turnMs;
      let attempts = 0;
      let delivery: Delivery | undefined = first;
      while (delivery !== undefined) {
        const result = await attempt(delivery, shutdown);
        if (result === undefined) {
          await release(delivery, leaseId);
          return attempts;
        }
        attempts += 1;
        delivery = await settle(delivery, result, leaseId, turnEnd);
        deliveryCounters.attempted(result.result);
      }
      return attempts;
    },
  };
};

const queuesOf = (sending: readonly LeasedDelivery[]): readonly string[] =>
  sending.map(({ delivery: { queue } }) => queue);

/**
 * Waits for work, but not longer than until a signal is aborted.
 * @throws if the signal is aborted before the work has ended
 */
export function untilCancelled<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('The work was cancelled.'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
