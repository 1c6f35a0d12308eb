import type { WebhookWithSecret } from '@portcullis/application/internal/webhooks/webhooks';
import { deliveryStates, type Delivery } from '@portcullis/domain/internal/delivery';
import { disabledReasons, webhookLimits, type Webhook, type WebhookView } from '@portcullis/domain/internal/webhook';
import { PatternedTexts } from '../../validation/fields.ts';
import {
  count,
  flag,
  integerFrom,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  textOf,
  timestamp,
  timestamps,
  uuid,
  withDescription,
  type Fields,
} from '../../validation/schema.ts';
import { acceptedBy } from '../../validation/json-schema.ts';

export const webhookFields: Fields<Omit<WebhookView, 'createdAt' | 'updatedAt'>> = {
  id: withDescription(uuid(), 'The id of the webhook.'),
  url: withDescription(textOf(webhookLimits.url), 'The URL that receives the events.'),
  types: withDescription(
    { ...listOf(textOf(webhookLimits.type)), [acceptedBy]: PatternedTexts(webhookLimits.type, webhookLimits.types) },
    'The types of events that are sent, such as `user.created`. `content.*` stands for all types that begin with `content.`, and `*` for all types.',
  ),
  description: withDescription(nullable(textOf(webhookLimits.description)), 'A free text that describes the webhook.'),
  enabled: withDescription(flag, 'Whether events are sent.', 'Default: true.'),
  disabledReason: withDescription(
    nullable(oneOf(disabledReasons)),
    'Why the service disabled the webhook: the receiver returned status 410 (`gone`), or all attempts failed for 5 days (`failing`).',
  ),
  failingSince: withDescription(
    nullable(timestamp),
    'When attempts began to fail; null if none has failed since the last success, or since an administrator enabled or disabled the webhook.',
  ),
  previousSecretUntil: withDescription(
    nullable(timestamp),
    'Until this time, requests are also signed with the secret from before the last rotation.',
  ),
};

/** A webhook (docs/interface.md §4.9). */
export const webhookSchema = named('Webhook', () => object<WebhookView>({ ...webhookFields, ...timestamps }));

export interface WebhookSecretView {
  readonly webhook: WebhookView;
  readonly secret: string;
}

/** A webhook with its new secret. */
export const webhookSecretSchema = named('WebhookSecret', () =>
  object<WebhookSecretView>({
    webhook: withDescription(webhookSchema, 'The webhook.'),
    secret: withDescription(
      text,
      'The secret with which the receiver verifies signatures. Only this response contains the secret: `whsec_` followed by 32 random bytes in base64.',
    ),
  }),
);

/** Returns a webhook without the fields that a response must not contain. */
export const webhookViewOf = (webhook: Webhook): WebhookView => {
  const { id, url, types, description, enabled, disabledReason } = webhook;
  const { failingSince, previousSecretUntil, createdAt, updatedAt } = webhook;
  const times = { failingSince, previousSecretUntil, createdAt, updatedAt };
  return { id, url, types, description, enabled, disabledReason, ...times };
};

export const secretViewOf = ({ webhook, secret }: WebhookWithSecret): WebhookSecretView => ({
  webhook: webhookViewOf(webhook),
  secret,
});

export type DeliveryView = Omit<Delivery, 'kind' | 'queue' | 'payload'>;

const deliveryFields: Fields<Omit<DeliveryView, 'createdAt' | 'updatedAt'>> = {
  id: withDescription(uuid(), 'The id of the delivery.'),
  messageId: withDescription(text, 'The id of the event, which the receiver gets in the header `webhook-id`.'),
  type: withDescription(text, 'The type of the event.'),
  state: withDescription(
    oneOf(deliveryStates),
    '`waiting` until an attempt succeeds, then `delivered`; `failed` if the final attempt fails.',
  ),
  attempts: withDescription(count, 'Number of attempts since the delivery was added or manually retried.'),
  nextAttemptAt: withDescription(nullable(timestamp), 'When the next attempt is due. Earlier deliveries can delay it.'),
  lastAttemptAt: withDescription(nullable(timestamp), 'When the last attempt ended.'),
  responseStatus: withDescription(
    nullable(integerFrom(100, 999)),
    'The HTTP status of the response to the last attempt; null if there was no response.',
  ),
  responseBody: withDescription(
    nullable(text),
    'The first 2 KB of the response to the last attempt; null if there was no response.',
  ),
  error: withDescription(nullable(text), 'Why the last attempt failed.'),
};

/** A delivery of an event to a webhook (docs/interface.md §4.9). */
export const deliverySchema = named('Delivery', () => object<DeliveryView>({ ...deliveryFields, ...timestamps }));

/**
 * Returns a delivery without its internal fields and without the message. The message contains an event, which clients
 * can read from the event log. Only the message `webhook.test` contains no event.
 */
export const deliveryViewOf = ({ kind: _kind, queue: _queue, payload: _payload, ...view }: Delivery): DeliveryView =>
  view;
