import type { Delivery, DeliveryKind } from '@portcullis/domain';
import type { DeliveryQueues } from '../../ports/deliveries.ts';
import { StoreFailure } from '../../ports/unit-of-work.ts';
import { sortedBy } from '../pages.ts';
import type { State, StoredQueue } from '../state.ts';

const ended = (delivery: Delivery): boolean => delivery.state !== 'waiting';

export function deliveryQueues({ deliveries, queues }: State): DeliveryQueues {
  /** Returns the oldest waiting delivery. A Map keeps the order of insertion, so this is the first one found. */
  const head = (queue: string): Delivery | undefined =>
    [...deliveries.values()].find((delivery) => delivery.queue === queue && !ended(delivery));
  const change = (name: string, changes: Partial<StoredQueue>): void => {
    const stored = queues.get(name);
    if (stored !== undefined) queues.set(name, { ...stored, ...changes });
  };
  const create = (name: string, kind: DeliveryKind): void => {
    if (!queues.has(name)) queues.set(name, { kind, isPaused: false, nextAttemptAt: null, lease: null });
  };
  const schedule = (name: string): void => change(name, { nextAttemptAt: head(name)?.nextAttemptAt ?? null });
  return {
    add: async (added) => {
      for (const delivery of added) {
        create(delivery.queue, delivery.kind);
        if (deliveries.has(delivery.id)) throw new StoreFailure(`${delivery.id} exists already.`);
        deliveries.set(delivery.id, delivery);
        schedule(delivery.queue);
      }
    },
    setPaused: async (name, kind, isPaused) => {
      create(name, kind);
      change(name, { isPaused });
    },
    removeQueue: async (name) => {
      queues.delete(name);
      for (const { id, queue } of deliveries.values()) if (queue === name) deliveries.delete(id);
    },
    take: async (kinds, at, lease, limit) => {
      const due = [...queues].filter(
        ([, queue]) =>
          kinds.includes(queue.kind) &&
          !queue.isPaused &&
          queue.nextAttemptAt !== null &&
          queue.nextAttemptAt <= at &&
          (queue.lease === null || queue.lease.until <= at),
      );
      const names = sortedBy(due, ([, { nextAttemptAt }]) => [nextAttemptAt]).slice(0, limit);
      return names.flatMap(([name]) => {
        change(name, { lease });
        return head(name) ?? [];
      });
    },
    lockLeased: async (name, leaseId) => queues.get(name)?.lease?.id === leaseId,
    lock: async (id) => deliveries.get(id),
    save: async (delivery) => {
      if (deliveries.has(delivery.id)) deliveries.set(delivery.id, delivery);
    },
    schedule: async (name) => schedule(name),
    release: async (name) => {
      schedule(name);
      change(name, { lease: null });
    },
    takeNext: async (name, at, lease) => {
      const next = head(name);
      const dueAt = next?.nextAttemptAt ?? null;
      if (dueAt === null || dueAt > at || queues.get(name)?.isPaused !== false) return undefined;
      change(name, { lease });
      return next;
    },
    removeEnded: async (before, limit) => {
      const old = [...deliveries.values()].filter((delivery) => ended(delivery) && delivery.updatedAt < before);
      for (const { id } of old.slice(0, limit)) deliveries.delete(id);
      return Math.min(old.length, limit);
    },
  };
}
