import {
  deliveryEvents,
  BusinessError,
  matchesType,
  orNotFound,
  webhookLimits,
  type Actor,
  type DomainEvent,
  type WebhookId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryCounters, DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { EventViews } from '../ports/events.ts';
import type { WebhookViews } from '../ports/webhooks.ts';
import { eventDelivery } from './event-delivery.ts';
import { recordEvent } from '../record-event.ts';

export interface ReplayEventsInput {
  readonly actor: Actor;
  readonly id: WebhookId;
  readonly from: Date;
  readonly to: Date;
}

interface Dependencies extends CreateDependencies<'webhooks' | 'deliveries' | 'events'> {
  readonly events: Pick<EventViews, 'page'>;
  readonly webhooks: Pick<WebhookViews, 'findSealed'>;
  readonly deliveryCounters: Pick<DeliveryCounters, 'queued'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/** Maximum number of events that are read with one query. */
const batch = 500;

/**
 * Queues those events of a period that the webhook subscribes to. The message ids are the same as when the events were
 * first sent.
 * @returns the number of queued deliveries
 * @throws {BusinessError} webhook-not-found, replay-too-large
 */
export const replayEvents =
  ({ work, clock, ids, events, webhooks, deliveryCounters, deliveryWakeUp }: Dependencies) =>
  async ({ actor, id, from, to }: ReplayEventsInput): Promise<number> => {
    const { types } = orNotFound(await webhooks.findSealed(id), 'webhook-not-found');
    const wanted: DomainEvent[] = [];
    let position = 0;
    for (let count = batch; count === batch; ) {
      const recorded = await events.page({ from, to, after: position, limit: batch });
      wanted.push(...recorded.filter(({ type }) => matchesType(types, type)));
      if (wanted.length > webhookLimits.replay) {
        const message = `A replay takes at most ${webhookLimits.replay} events.`;
        throw new BusinessError('replay-too-large', message, [{ field: 'from', message }]);
      }
      position = recorded.at(-1)?.position ?? position;
      count = recorded.length;
    }
    await work.run(async (tx) => {
      const webhook = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
      const after = { from, to };
      await recordEvent(tx, { ids, clock }, { subject: webhook, event: deliveryEvents.replayed, actor, after });
      await tx.deliveries.add(wanted.map((event) => eventDelivery({ clock, ids }, id, event)));
    });
    deliveryCounters.queued(wanted.length);
    deliveryWakeUp.wake();
    return wanted.length;
  };
