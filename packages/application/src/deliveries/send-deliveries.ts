import { afterDeliveryAttempt, type AttemptResult, type Delivery } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Lease } from '../ports/deliveries.ts';
import type { DeliveryCounters, DeliverySenders } from '../ports/delivery-senders.ts';
import type { CancelSignal } from '../ports/system.ts';

/**
 * Duration of a lease in milliseconds. While a process has the lease of a queue, no other process sends the deliveries
 * of this queue. The lease is extended before each further attempt. If an attempt takes longer than the lease, another
 * process may send the same delivery.
 */
export const leaseMs = 45_000;

interface Dependencies extends CreateDependencies {
  readonly senders: DeliverySenders;
  readonly deliveryCounters: Pick<DeliveryCounters, 'attempted'>;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** Takes deliveries from their queues and sends them. */
export interface DeliveryWork {
  /**
   * Leases at most `limit` due queues to this process.
   * @returns the first waiting delivery of each leased queue
   */
  readonly take: (limit: number) => Promise<readonly LeasedDelivery[]>;
  /**
   * Sends the deliveries of a leased queue until none is due, the queue is paused, the lease is lost, or the process
   * stops.
   * @returns the number of attempts
   */
  readonly send: (first: LeasedDelivery, shutdown: DeliveryShutdown) => Promise<number>;
}

export interface DeliveryShutdown {
  /** Whether no further attempt should begin. */
  readonly isStopping: () => boolean;
  /** Interrupts the current attempt. An interrupted attempt is not counted. */
  readonly cancel: CancelSignal;
}

export interface LeasedDelivery {
  readonly delivery: Delivery;
  readonly leaseId: string;
}

/**
 * Sends waiting deliveries. No delivery is lost if a process ends while sending. After the lease has expired, another
 * process sends the delivery again with the same message id.
 */
export const sendDeliveries = ({ work, clock, ids, senders, deliveryCounters, random }: Dependencies): DeliveryWork => {
  const leaseOf = (id: string): Lease => ({ id, until: new Date(clock.now().getTime() + leaseMs) });

  /** Attempts a delivery. Returns undefined if the process is stopping or the attempt was interrupted. */
  const attempt = async (
    delivery: Delivery,
    { isStopping, cancel }: DeliveryShutdown,
  ): Promise<AttemptResult | undefined> => {
    if (isStopping()) return undefined;
    try {
      return await senders[delivery.kind].attempt(delivery, cancel);
    } catch (error) {
      if (cancel.aborted) return undefined;
      throw error;
    }
  };

  const settle = (delivery: Delivery, result: AttemptResult, leaseId: string): Promise<Delivery | undefined> =>
    work.run(async (tx) => {
      // The calls are sent in one batch. Locks are acquired in the order of the calls, so the receiver is locked before
      // the queue.
      const [storeConsequences, isLeased] = await Promise.all([
        senders[delivery.kind].lock(tx, delivery),
        tx.deliveries.lockLeased(delivery.queue, leaseId),
      ]);
      // If `isLeased` is false, another process has leased the queue after the lease expired, or the queue was removed.
      // The other process stores the result of its own attempt.
      if (!isLeased) return undefined;
      const at = clock.now();
      await Promise.all([
        tx.deliveries.save(afterDeliveryAttempt(delivery, result, at, random())),
        storeConsequences(result),
      ]);
      const next = await tx.deliveries.takeNext(delivery.queue, at, leaseOf(leaseId));
      if (next === undefined) await tx.deliveries.release(delivery.queue);
      return next;
    });

  const release = ({ queue }: Delivery, leaseId: string): Promise<void> =>
    work.run(async (tx) => {
      if (await tx.deliveries.lockLeased(queue, leaseId)) await tx.deliveries.release(queue);
    });

  return {
    take: (limit) =>
      work.run(async (tx) => {
        const leaseId = ids.next();
        const taken = await tx.deliveries.take(Object.keys(senders), clock.now(), leaseOf(leaseId), limit);
        return taken.map((delivery) => ({ delivery, leaseId }));
      }),
    send: async ({ delivery: first, leaseId }, shutdown) => {
      let attempts = 0;
      let delivery: Delivery | undefined = first;
      while (delivery !== undefined) {
        const result = await attempt(delivery, shutdown);
        if (result === undefined) {
          await release(delivery, leaseId);
          return attempts;
        }
        attempts += 1;
        delivery = await settle(delivery, result, leaseId);
        deliveryCounters.attempted(result.result);
      }
      return attempts;
    },
  };
};
