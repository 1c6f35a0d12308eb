import type { Actor } from '@portcullis/domain/internal/shared/actor';
import {
  deliveryEvents,
  isSentTo,
  newDelivery,
  type Delivery,
  type DeliveryMessage,
} from '@portcullis/domain/internal/events/delivery';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { DomainEvent } from '@portcullis/domain/internal/events/event';
import type { WebhookId } from '@portcullis/domain/internal/shared/ids';
import { webhookLimits } from '@portcullis/domain/internal/events/webhook';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryCounters, DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { EventViews } from '../ports/events.ts';
import type { WebhookViews } from '../ports/webhooks.ts';
import { recordChange, type EventDependencies } from '../changes.ts';
import { webhookKind } from './webhook-deliveries.ts';

/** Maximum number of events that one query reads. */
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
          .filter((webhook) => event.position > webhook.startPosition && isSentTo(webhook, event))
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

/** What `replayEvents` needs. */
export interface ReplayEventsInput {
  readonly actor: Actor;
  readonly id: WebhookId;
  readonly from: Date;
  readonly to: Date;
}

interface ReplayDependencies extends CreateDependencies<'webhooks' | 'deliveries' | 'events'> {
  readonly events: Pick<EventViews, 'page'>;
  readonly webhooks: Pick<WebhookViews, 'findSealed'>;
  readonly deliveryCounters: Pick<DeliveryCounters, 'queued'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Queues those events of a period that the webhook subscribes to. The message ids are the same as when the events were
 * first sent.
 * @returns the number of queued deliveries
 * @throws {BusinessError} webhook-not-found, replay-too-large
 */
export const replayEvents =
  ({ work, clock, ids, events, webhooks, deliveryCounters, deliveryWakeUp }: ReplayDependencies) =>
  async ({ actor, id, from, to }: ReplayEventsInput): Promise<number> => {
    const receiver = orNotFound(await webhooks.findSealed(id), 'webhook-not-found');
    const wanted: DomainEvent[] = [];
    let position = 0;
    for (let count = batch; count === batch; ) {
      const recorded = await events.page({ from, to, after: position, limit: batch });
      wanted.push(...recorded.filter((event) => isSentTo(receiver, event)));
      if (wanted.length > webhookLimits.replay) {
        const message = `A replay takes at most ${webhookLimits.replay} events.`;
        throw new BusinessError('replay-too-large', message, [{ field: 'from', message }]);
      }
      position = recorded.at(-1)?.position ?? position;
      count = recorded.length;
    }
    const queued = await work.run(
      async (tx) => {
        const webhook = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
        await recordChange(
          tx,
          { ids, clock },
          { event: deliveryEvents.replayed, actor, subject: webhook },
          async () => {
            await tx.deliveries.add(wanted.map((event) => eventDelivery({ clock, ids }, id, event)));
            return { after: { from, to } };
          },
        );
        return wanted.length;
      },
      { keyed: actor.keyed },
    );
    deliveryCounters.queued(wanted.length);
    deliveryWakeUp.wake();
    return queued;
  };

/** Creates a delivery of an event to a webhook. */
const eventDelivery = ({ clock, ids }: EventDependencies, queue: WebhookId, event: DomainEvent): Delivery =>
  newDelivery(
    { id: ids.next(), kind: webhookKind, queue, messageId: event.id, type: event.type, payload: messageOf(event) },
    clock.now(),
  );

/** Converts an event to the message that receivers get. The actor's IP address, user agent and session are omitted. */
const messageOf = ({
  position,
  type,
  occurredAt,
  actor,
  subject,
  changes,
  requestId,
}: DomainEvent): DeliveryMessage => ({
  type,
  time: occurredAt.toISOString(),
  subject: subject.id === null ? subject.type : `${subject.type}/${subject.id}`,
  data: {
    position,
    actor: { type: actor.type, id: actor.id, name: actor.name, apiKey: actor.apiKey, agent: actor.agent },
    subject: { type: subject.type, id: subject.id, name: subject.name },
    changes,
    requestId,
  },
});
