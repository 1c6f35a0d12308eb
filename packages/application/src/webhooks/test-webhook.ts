import {
  deliveryEvents,
  afterDeliveryAttempt,
  newDelivery,
  orNotFound,
  type Actor,
  type Delivery,
  type WebhookId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordChange } from '../changes.ts';
import { webhookKind, webhookDeliverySender, type WebhookSenderDependencies } from './webhook-deliveries.ts';

export interface TestWebhookInput {
  readonly actor: Actor;
  readonly id: WebhookId;
}

type Dependencies = CreateDependencies<'webhooks' | 'deliveries' | 'events'> & WebhookSenderDependencies;

/**
 * Sends a `webhook.test` message to a webhook once, even if the webhook is disabled. Failed tests are ignored when the
 * service decides whether to disable a webhook.
 * @returns the finished delivery
 * @throws {BusinessError} webhook-not-found
 */
export const testWebhook = (deps: Dependencies) => {
  const sender = webhookDeliverySender(deps);
  const { work, clock, ids, webhooks } = deps;
  return async ({ id, actor }: TestWebhookInput): Promise<Delivery> => {
    orNotFound(await webhooks.findSealed(id), 'webhook-not-found');
    const at = clock.now();
    const type = 'webhook.test';
    const payload = { type, time: at.toISOString(), subject: `webhook/${id}`, data: { requestedBy: actor.id } };
    const made = newDelivery(
      { id: ids.next(), kind: webhookKind, queue: id, messageId: ids.next(), type, payload },
      at,
    );
    const result = await sender.attempt(made);
    const attempted = afterDeliveryAttempt(made, result, clock.now(), 0);
    const ended: Delivery =
      attempted.state === 'delivered' ? attempted : { ...attempted, state: 'failed', nextAttemptAt: null };
    await work.run(async (tx) => {
      const webhook = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
      await recordChange(tx, deps, { event: deliveryEvents.tested, actor, subject: webhook }, async () => {
        await tx.deliveries.add([ended]);
        return { after: ended };
      });
    });
    return ended;
  };
};
