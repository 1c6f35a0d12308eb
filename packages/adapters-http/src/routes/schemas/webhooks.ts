import type { WebhookWithSecret } from '@portcullis/application/internal/webhooks/webhooks';
import { deliveryStates, type Delivery } from '@portcullis/domain/internal/events/delivery';
import {
  disabledReasons,
  webhookLimits,
  type Webhook,
  type WebhookView,
} from '@portcullis/domain/internal/events/webhook';
import { PatternedTexts } from '../../validation/fields.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields } from '../../validation/schema.ts';
import { acceptedBy } from '../../validation/json-schema.ts';

export const webhookFields: Fields<Omit<WebhookView, 'createdAt' | 'updatedAt'>> = {
  id: schema.withDescription(schema.uuid(), 'The id of the webhook.'),
  url: schema.withDescription(schema.textOf(webhookLimits.url), 'The URL that receives the events.'),
  types: schema.withDescription(
    {
      ...schema.listOf(schema.textOf(webhookLimits.type)),
      [acceptedBy]: PatternedTexts(webhookLimits.type, webhookLimits.types),
    },
    'The types of events that are sent, such as `user.created`. `content.*` stands for all types that begin with `content.`, and `*` for all types.',
  ),
  description: schema.withDescription(
    schema.nullable(schema.multiLineTextOf(webhookLimits.description)),
    'A free text that describes the webhook.',
  ),
  enabled: schema.withDescription(schema.flag, 'Whether events are sent.', 'Default: true.'),
  disabledReason: schema.withDescription(
    schema.nullable(schema.oneOf(disabledReasons)),
    'Why the service disabled the webhook: the receiver returned status 410 (`gone`), or all attempts failed for 5 days (`failing`).',
  ),
  failingSince: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When attempts began to fail; null if none has failed since the last success, or since an administrator enabled or disabled the webhook.',
  ),
  previousSecretUntil: schema.withDescription(
    schema.nullable(schema.timestamp),
    'Until this time, requests are also signed with the secret from before the last rotation.',
  ),
};

/** A webhook (docs/interface.md §4.9). */
export const webhookSchema = schema.namedObject<WebhookView>('Webhook', { ...webhookFields, ...schema.timestamps });

/** A webhook with its new secret. */
export const webhookSecretSchema = schema.namedObject('WebhookSecret', {
  webhook: schema.withDescription(webhookSchema, 'The webhook.'),
  secret: schema.withDescription(
    schema.text,
    'The secret with which the receiver verifies signatures. Only this response contains the secret: `whsec_` followed by 32 random bytes in base64.',
  ),
});

/** Returns a webhook without the fields that a response must not contain. */
export const webhookViewOf = (webhook: Webhook): WebhookView => {
  const { id, url, types, description, enabled, disabledReason } = webhook;
  const { failingSince, previousSecretUntil, createdAt, updatedAt } = webhook;
  const times = { failingSince, previousSecretUntil, createdAt, updatedAt };
  return { id, url, types, description, enabled, disabledReason, ...times };
};

export const secretViewOf = ({ webhook, secret }: WebhookWithSecret) => ({
  webhook: webhookViewOf(webhook),
  secret,
});

export type DeliveryView = Omit<Delivery, 'kind' | 'queue' | 'payload'>;

const deliveryFields: Fields<Omit<DeliveryView, 'createdAt' | 'updatedAt'>> = {
  id: schema.withDescription(schema.uuid(), 'The id of the delivery.'),
  messageId: schema.withDescription(
    schema.text,
    'The id of the event, which the receiver gets in the header `webhook-id`.',
  ),
  type: schema.withDescription(schema.text, 'The type of the event.'),
  state: schema.withDescription(
    schema.oneOf(deliveryStates),
    '`waiting` until an attempt succeeds, then `delivered`; `failed` if the final attempt fails.',
  ),
  attempts: schema.withDescription(
    schema.count,
    'Number of attempts since the delivery was added or manually retried.',
  ),
  nextAttemptAt: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When the next attempt is due. Earlier deliveries can delay it.',
  ),
  lastAttemptAt: schema.withDescription(schema.nullable(schema.timestamp), 'When the last attempt ended.'),
  responseStatus: schema.withDescription(
    schema.nullable(schema.integerFrom(100, 999)),
    'The HTTP status of the response to the last attempt; null if there was no response.',
  ),
  responseBody: schema.withDescription(
    schema.nullable(schema.text),
    'The first 2 KB of the response to the last attempt; null if there was no response.',
  ),
  error: schema.withDescription(schema.nullable(schema.text), 'Why the last attempt failed.'),
};

/** A delivery of an event to a webhook (docs/interface.md §4.9). */
export const deliverySchema = schema.namedObject<DeliveryView>('Delivery', { ...deliveryFields, ...schema.timestamps });

/**
 * Returns a delivery without its internal fields and without the message. The message contains an event, which clients
 * can read from the event log. Only the message `webhook.test` contains no event.
 */
export const deliveryViewOf = ({ kind: _kind, queue: _queue, payload: _payload, ...view }: Delivery): DeliveryView =>
  view;
