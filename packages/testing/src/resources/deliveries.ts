import type { Delivery, DeliveryKind } from '@portcullis/domain/internal/events/delivery';
import type {
  DeliveryListQuery,
  DeliveryQueues,
  DeliverySortField,
  DeliveryViews,
} from '@portcullis/application/internal/ports/deliveries';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import { type ListRules, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';
import type { State, StoredQueue } from '../tables/state.ts';

export const contracts = [() => import('../contracts/deliveries.ts')];

const ended = (delivery: Delivery): boolean => delivery.state !== 'waiting';

/** Returns the host of a URL in lower case, with its port removed. */
const hostOf = (url: string): string | undefined => /^[a-z]+:\/\/(\[[^\]]*\]|[^/:?#]+)/.exec(url.toLowerCase())?.[1];

export function repository({ deliveries, queues, webhooks }: State): DeliveryQueues {
  const receiverOf = (name: string): string => {
    const webhook = [...webhooks.values()].find(({ id }) => id === name);
    return (webhook === undefined ? undefined : hostOf(webhook.url)) ?? name;
  };
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
        if (queues.get(delivery.queue)?.nextAttemptAt === null) schedule(delivery.queue);
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
    take: async (kind, at, lease, { limit, sending, perReceiver }) => {
      const due = [...queues].filter(
        ([name, queue]) =>
          queue.kind === kind &&
          !sending.includes(name) &&
          !queue.isPaused &&
          queue.nextAttemptAt !== null &&
          queue.nextAttemptAt <= at &&
          (queue.lease === null || queue.lease.until <= at),
      );
      const taken: string[] = [];
      for (const [name] of sortedBy(due, ([, { nextAttemptAt }]) => [nextAttemptAt])) {
        const receiver = receiverOf(name);
        const count = [...sending, ...taken].filter((each) => receiverOf(each) === receiver).length;
        if (count < perReceiver && taken.length < limit) taken.push(name);
      }
      return taken.flatMap((name) => {
        change(name, { lease });
        return head(name) ?? [];
      });
    },
    extend: async (leases, until) =>
      leases.flatMap(({ queue, leaseId }) => {
        if (queues.get(queue)?.lease?.id !== leaseId) return [];
        change(queue, { lease: { id: leaseId, until } });
        return queue;
      }),
    lockLeased: async (name, leaseId) => queues.get(name)?.lease?.id === leaseId,
    lock: async (id) => deliveries.get(id),
    save: async (delivery) => {
      if (deliveries.has(delivery.id)) deliveries.set(delivery.id, delivery);
    },
    schedule: async (name) => schedule(name),
    release: async (name, at) => {
      const dueAt = head(name)?.nextAttemptAt ?? null;
      change(name, { lease: null, nextAttemptAt: dueAt !== null && dueAt < at ? at : dueAt });
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

const listed: ListRules<Delivery, DeliverySortField, DeliveryListQuery> = {
  sort: {},
  defaultSort: { by: 'createdAt', order: 'desc' },
  matches: ({ queue, state, type }, query) =>
    matchesFilter(query.queue, queue) && matchesFilter(query.state, state) && matchesFilter(query.type, type),
};

export const views = (now: () => State): DeliveryViews => ({
  find: async (id) => now().deliveries.get(id),
  list: async (query) => pageOf(now().deliveries.values(), query, listed),
  nextDue: async () => {
    const waiting = [...now().queues.values()].filter(({ isPaused }) => !isPaused);
    const times = waiting.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
    return times.toSorted((one, other) => one.getTime() - other.getTime())[0];
  },
});
