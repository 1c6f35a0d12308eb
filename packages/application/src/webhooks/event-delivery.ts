import { newDelivery, type Delivery, type DomainEvent, type WebhookId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { webhookKind } from './webhook-deliveries.ts';
import { messageOf } from './webhook-message.ts';

/** Creates a delivery of an event to a webhook. */
export const eventDelivery = (
  { clock, ids }: Pick<CreateDependencies, 'clock' | 'ids'>,
  queue: WebhookId,
  event: DomainEvent,
): Delivery =>
  newDelivery(
    { id: ids.next(), kind: webhookKind, queue, messageId: event.id, type: event.type, payload: messageOf(event) },
    clock.now(),
  );
