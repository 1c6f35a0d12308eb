import {
  webhookEvents,
  BusinessError,
  webhookLimits,
  type Actor,
  type Webhook,
  type EditableWebhook,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { EventViews } from '../ports/events.ts';
import type { SecretBox } from '../ports/system.ts';
import type { WebhookClient, WebhookSecrets } from '../ports/webhooks.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { webhookKind } from './webhook-deliveries.ts';
import { addEntity } from '../changes.ts';

export interface CreateWebhookInput extends EditableWebhook {
  readonly actor: Actor;
}

/** A webhook and its secret. No later response contains the secret. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

interface Dependencies extends CreateDependencies<'webhooks' | 'deliveries' | 'events'> {
  readonly events: Pick<EventViews, 'lastPosition'>;
  readonly webhookClient: Pick<WebhookClient, 'urlError'>;
  readonly webhookSecrets: WebhookSecrets;
  readonly secretBox: SecretBox;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Adds a webhook with a new secret. The webhook receives the events that are recorded from now on.
 * @throws {BusinessError} webhook-url-unacceptable, too-many-webhooks
 */
export const createWebhook =
  ({ work, clock, ids, events, webhookClient, webhookSecrets, secretBox, deliveryWakeUp }: Dependencies) =>
  async ({ actor, ...draft }: CreateWebhookInput): Promise<WebhookWithSecret> => {
    await checkWebhookUrl(webhookClient, draft.url);
    const startPosition = await events.lastPosition();
    const secret = webhookSecrets.create();
    const id = ids.next<'Webhook'>();
    const at = clock.now();
    const webhook: Webhook = {
      id,
      ...draft,
      disabledReason: null,
      failingSince: null,
      startPosition,
      secret: secretBox.seal(secret, id),
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: at,
      updatedAt: at,
    };
    await work.run(async (tx) => {
      if ((await tx.webhooks.count()) >= webhookLimits.webhooks) {
        throw new BusinessError('too-many-webhooks', `There may be at most ${webhookLimits.webhooks} webhooks.`);
      }
      await addEntity(tx, { ids, clock }, { actor, event: webhookEvents.created }, webhook, tx.webhooks.add);
      await tx.deliveries.setPaused(id, webhookKind, !draft.enabled);
    });
    deliveryWakeUp.wake();
    return { webhook, secret };
  };
