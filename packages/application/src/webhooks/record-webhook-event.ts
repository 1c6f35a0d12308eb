import type { EventType, EventInput, Webhook } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

type WebhookEventType = Extract<EventType, `webhook.${string}`>;

/** Records an event about a webhook, for example that it was changed or tested. */
export const recordWebhookEvent = <Type extends WebhookEventType>(
  tx: Pick<Transaction, 'events'>,
  source: EventDependencies,
  { id, url }: Webhook,
  occurrence: Omit<EventInput<Type>, 'subject'>,
): Promise<void> => recordEvent<Type>(tx, source, { ...occurrence, subject: { type: 'webhook', id, name: url } });
