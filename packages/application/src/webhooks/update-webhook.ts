import {
  webhookEvents,
  orNotFound,
  changedWebhook,
  type Actor,
  type Webhook,
  type EditableWebhook,
  type WebhookId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { EventViews } from '../ports/events.ts';
import type { WebhookClient } from '../ports/webhooks.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { webhookKind } from './webhook-deliveries.ts';
import { recordChange } from '../changes.ts';

export interface UpdateWebhookInput {
  readonly actor: Actor;
  readonly id: WebhookId;
  readonly change: Partial<EditableWebhook>;
}

interface Dependencies extends CreateDependencies<'webhooks' | 'deliveries' | 'events'> {
  readonly events: Pick<EventViews, 'lastPosition'>;
  readonly webhookClient: Pick<WebhookClient, 'urlError'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Changes a webhook. The waiting deliveries of a disabled webhook are retained, and no new events are queued until the
 * webhook is enabled.
 * @throws {BusinessError} webhook-url-unacceptable, webhook-not-found
 */
export const updateWebhook =
  ({ work, clock, ids, events, webhookClient, deliveryWakeUp }: Dependencies) =>
  async ({ actor, id, change }: UpdateWebhookInput): Promise<Webhook> => {
    if (change.url !== undefined) await checkWebhookUrl(webhookClient, change.url);
    const position = await events.lastPosition();
    const changed = await work.run(async (tx) => {
      const stored = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
      const webhook = changedWebhook(stored, change, position, clock.now());
      const recorded = { event: webhookEvents.updated, actor, subject: webhook };
      await recordChange(tx, { ids, clock }, recorded, async (allow) => {
        await tx.webhooks.save(allow(webhook));
        return { before: stored, after: webhook };
      });
      if (webhook.enabled !== stored.enabled) await tx.deliveries.setPaused(id, webhookKind, !webhook.enabled);
      return webhook;
    });
    deliveryWakeUp.wake();
    return changed;
  };
