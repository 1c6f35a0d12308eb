import { newEvent, type EventType, type NewEvent, type EventInput, type Webhook } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';

type WebhookEventType = Extract<EventType, `webhook.${string}`>;

/** Creates an event about a webhook, for example that it was changed or tested. */
export const webhookEvent = <Type extends WebhookEventType>(
  { ids, clock }: Pick<CreateDependencies, 'ids' | 'clock'>,
  { id, url }: Webhook,
  occurrence: Omit<EventInput<Type>, 'subject'>,
): NewEvent => newEvent<Type>(ids.next(), clock.now(), { ...occurrence, subject: { type: 'webhook', id, name: url } });
