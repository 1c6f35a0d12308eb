import { matchesType } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryCounters } from '../ports/delivery-senders.ts';
import type { EventViews } from '../ports/events.ts';
import type { WebhookViews } from '../ports/webhooks.ts';
import { eventDelivery } from './event-delivery.ts';

/** Maximum number of events that one call reads and queues. */
const batch = 500;

interface Dependencies extends CreateDependencies<'webhooks' | 'deliveries'> {
  readonly events: Pick<EventViews, 'after'>;
  readonly webhooks: Pick<WebhookViews, 'queuePosition'>;
  readonly deliveryCounters: Pick<DeliveryCounters, 'queued'>;
}

/**
 * Queues the next events of the event log for the webhooks that subscribe to them. Several processes may call this
 * function simultaneously: each event is queued only once for each webhook.
 * @returns the number of events that were read; 0 if there are none or another process has queued them; undefined if no
 * webhook is enabled
 */
export const queueEvents =
  ({ work, clock, ids, events, webhooks, deliveryCounters }: Dependencies) =>
  async (): Promise<number | undefined> => {
    const position = await webhooks.queuePosition();
    if (position === undefined) return undefined;
    const recorded = await events.after(Math.max(position.queued, position.start), batch);
    const last = recorded.at(-1);
    if (last === undefined) return 0;
    const wanted = await work.run(async (tx) => {
      if ((await tx.webhooks.lockPosition()) !== position.queued) return undefined;
      const enabled = await tx.webhooks.enabled();
      const deliveries = recorded.flatMap((event) =>
        enabled
          .filter(({ types, startPosition }) => event.position > startPosition && matchesType(types, event.type))
          .map(({ id }) => eventDelivery({ clock, ids }, id, event)),
      );
      await tx.deliveries.add(deliveries);
      await tx.webhooks.setPosition(last.position);
      return deliveries.length;
    });
    if (wanted === undefined) return 0;
    deliveryCounters.queued(wanted);
    return recorded.length;
  };
