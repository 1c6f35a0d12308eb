import { newDelivery, type Delivery, type DomainEvent, type WebhookId, type DeliveryMessage } from '@portcullis/domain';
import type { EventDependencies } from '../record-event.ts';
import { webhookKind } from './webhook-deliveries.ts';

/** Creates a delivery of an event to a webhook. */
export const eventDelivery = ({ clock, ids }: EventDependencies, queue: WebhookId, event: DomainEvent): Delivery =>
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
    actor: { type: actor.type, id: actor.id, name: actor.name },
    subject: { type: subject.type, id: subject.id, name: subject.name },
    changes,
    requestId,
  },
});
