import { webhookEvents, orNotFound, type Actor, type WebhookId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordChange } from '../changes.ts';

export interface DeleteWebhookInput {
  readonly actor: Actor;
  readonly id: WebhookId;
}

/**
 * Removes a webhook and its deliveries.
 * @throws {BusinessError} webhook-not-found
 */
export const deleteWebhook =
  ({ work, ids, clock }: CreateDependencies<'webhooks' | 'deliveries' | 'events'>) =>
  ({ actor, id }: DeleteWebhookInput): Promise<void> =>
    work.run(async (tx) => {
      const webhook = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
      await tx.deliveries.removeQueue(id);
      const recorded = { event: webhookEvents.deleted, actor, subject: webhook };
      await recordChange(tx, { ids, clock }, recorded, async (allow) => {
        await tx.webhooks.remove(allow(id));
        return { before: webhook };
      });
    });
