import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { WebhookId } from '@portcullis/domain/internal/shared/ids';
import {
  webhookEvents,
  webhookLimits,
  checkWebhookTypes,
  type Webhook,
  type EditableWebhook,
  changedWebhook,
  withRotatedSecret,
} from '@portcullis/domain/internal/events/webhook';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { EventViews } from '../ports/events.ts';
import type { SecretBox } from '../ports/system.ts';
import type { WebhookClient, WebhookSecrets } from '../ports/webhooks.ts';
import { webhookKind } from './webhook-deliveries.ts';
import { addEntity, recordChange } from '../changes.ts';

/** What `createWebhook` needs. */
export interface CreateWebhookInput extends EditableWebhook {
  readonly actor: Actor;
}

/** A webhook and its secret. No later response contains the secret. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** The dependencies that `createWebhook` and `updateWebhook` have in common. */
interface EditDependencies extends CreateDependencies<'webhooks' | 'deliveries' | 'events'> {
  /** All types of events of the service, including those of modules. */
  readonly eventTypes: readonly string[];
  readonly events: Pick<EventViews, 'lastPosition'>;
  readonly webhookClient: Pick<WebhookClient, 'urlError'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

interface CreationDependencies extends EditDependencies {
  readonly webhookSecrets: WebhookSecrets;
  readonly secretBox: SecretBox;
}

/**
 * Adds a webhook with a new secret. The webhook receives the events that are recorded from now on.
 * @throws {BusinessError} unknown-event-types, webhook-url-unacceptable, too-many-webhooks
 */
export const createWebhook =
  (deps: CreationDependencies) =>
  async ({ actor, ...draft }: CreateWebhookInput): Promise<WebhookWithSecret> => {
    const { work, clock, ids, eventTypes, events, webhookClient, webhookSecrets, secretBox, deliveryWakeUp } = deps;
    checkWebhookTypes(draft.types, eventTypes);
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

/** What `updateWebhook` needs. */
export interface UpdateWebhookInput {
  readonly actor: Actor;
  readonly id: WebhookId;
  readonly change: Partial<EditableWebhook>;
}

/**
 * Changes a webhook. The waiting deliveries of a disabled webhook are retained, and no new events are queued until the
 * webhook is enabled.
 * @throws {BusinessError} unknown-event-types, webhook-url-unacceptable, webhook-not-found
 */
export const updateWebhook =
  ({ work, clock, ids, eventTypes, events, webhookClient, deliveryWakeUp }: EditDependencies) =>
  async ({ actor, id, change }: UpdateWebhookInput): Promise<Webhook> => {
    if (change.url !== undefined) await checkWebhookUrl(webhookClient, change.url);
    const position = await events.lastPosition();
    const changed = await work.run(async (tx) => {
      const stored = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
      checkWebhookTypes(change.types ?? [], eventTypes, stored.types);
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

/** What `rotateWebhookSecret` needs. */
export interface RotateWebhookSecretInput {
  readonly actor: Actor;
  readonly id: WebhookId;
  /** How long requests are signed with the current secret in addition to the new one, in seconds. */
  readonly overlapSeconds: number;
}

interface SecretDependencies extends CreateDependencies<'webhooks' | 'events'> {
  readonly webhookSecrets: WebhookSecrets;
  readonly secretBox: SecretBox;
}

/**
 * Replaces the secret of a webhook. For `overlapSeconds`, requests are signed with the old and the new secret, so that
 * receivers have time to switch.
 * @throws {BusinessError} webhook-not-found
 */
export const rotateWebhookSecret =
  ({ work, clock, ids, webhookSecrets, secretBox }: SecretDependencies) =>
  async ({ actor, id, overlapSeconds }: RotateWebhookSecretInput): Promise<WebhookWithSecret> => {
    const secret = webhookSecrets.create();
    return work.run(async (tx) => {
      const stored = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
      const sealed = secretBox.seal(secret, id);
      const webhook = withRotatedSecret(stored, sealed, overlapSeconds * 1000, clock.now());
      const recorded = { event: webhookEvents.secretRotated, actor, subject: webhook };
      await recordChange(tx, { ids, clock }, recorded, async (allow) => {
        await tx.webhooks.save(allow(webhook));
        return {};
      });
      return { webhook, secret };
    });
  };

/**
 * Removes a webhook and its deliveries.
 * @throws {BusinessError} webhook-not-found
 */
export const deleteWebhook =
  ({ work, ids, clock }: CreateDependencies<'webhooks' | 'deliveries' | 'events'>) =>
  ({ actor, id }: { readonly actor: Actor; readonly id: WebhookId }): Promise<void> =>
    work.run(async (tx) => {
      const webhook = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
      await tx.deliveries.removeQueue(id);
      const recorded = { event: webhookEvents.deleted, actor, subject: webhook };
      await recordChange(tx, { ids, clock }, recorded, async (allow) => {
        await tx.webhooks.remove(allow(id));
        return { before: webhook };
      });
    });

/** @throws {BusinessError} webhook-url-unacceptable */
async function checkWebhookUrl(client: Pick<WebhookClient, 'urlError'>, url: string): Promise<void> {
  const message = await client.urlError(url);
  if (message === undefined) return;
  throw new BusinessError('webhook-url-unacceptable', message, [{ field: 'url', message }]);
}
