import type { Delivery } from '@portcullis/domain';
import type { DeliveryListQuery, DeliverySortField, DeliveryViews } from '@portcullis/application';
import { matchesFilter, pageOf, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';

const listed: ListRules<Delivery, DeliverySortField, DeliveryListQuery> = {
  sort: { createdAt: (delivery) => delivery.createdAt },
  defaultSort: { by: 'createdAt', order: 'desc' },
  matches: ({ queue, state, type }, query) =>
    matchesFilter(query.queue, queue) && matchesFilter(query.state, state) && matchesFilter(query.type, type),
};

export const deliveryViews = (now: () => State): DeliveryViews => ({
  find: async (id) => now().deliveries.get(id),
  list: async (query) => pageOf(now().deliveries.values(), query, listed),
  nextDue: async () => {
    const waiting = [...now().queues.values()].filter(({ isPaused }) => !isPaused);
    const times = waiting.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
    return times.toSorted((one, other) => one.getTime() - other.getTime())[0];
  },
});
