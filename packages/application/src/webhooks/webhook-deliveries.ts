import type { Actor } from '@portcullis/domain/internal/shared/actor';
import {
  type AttemptResult,
  type Delivery,
  type DeliveryKind,
  deliveryEvents,
  afterDeliveryAttempt,
  newDelivery,
  restartDelivery,
} from '@portcullis/domain/internal/events/delivery';
import { orNotFound, BusinessError } from '@portcullis/domain/internal/shared/errors';
import { isId, type WebhookId, type DeliveryId } from '@portcullis/domain/internal/shared/ids';
import { webhookEvents, afterAttempt, signingSecrets } from '@portcullis/domain/internal/events/webhook';
import type { DeliverySender, DeliveryWakeUp } from '../ports/delivery-senders.ts';
import { UnreadableSecret, type Clock, type IdSource, type SecretBox } from '../ports/system.ts';
import type { WebhookClient, WebhookViews } from '../ports/webhooks.ts';
import { recordChange } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';

/** The delivery kind of webhooks. The queue of a webhook has the id of the webhook as its name. */
export const webhookKind = 'webhook' satisfies DeliveryKind;

/** What the sender of deliveries to webhooks needs. */
export interface WebhookSenderDependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly webhooks: Pick<WebhookViews, 'findSealed'>;
  readonly webhookClient: Pick<WebhookClient, 'send'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
}

/**
 * Sends events to webhooks. Disables a webhook if its receiver responds with status 410 (Gone) or if attempts have
 * failed for too long without a success.
 */
export const webhookDeliverySender = ({
  clock,
  ids,
  webhooks,
  webhookClient,
  secretBox,
}: WebhookSenderDependencies): DeliverySender => ({
  attempt: async (delivery, signal) => {
    const webhook = await webhooks.findSealed(webhookIdOf(delivery));
    if (webhook === undefined) return failure('The webhook was deleted.');
    const { messageId, payload: message } = delivery;
    try {
      const secrets = signingSecrets(webhook, clock.now()).map((sealed) => secretBox.open(sealed, webhook.id));
      return await webhookClient.send({ url: webhook.url, secrets, messageId, message }, signal);
    } catch (error) {
      if (error instanceof UnreadableSecret)
        return failure('The secret of the webhook cannot be decrypted, because SECRETS_KEY has changed.');
      throw error;
    }
  },
  lock: async (tx, delivery) => {
    const webhook = await tx.webhooks.lock(webhookIdOf(delivery));
    return async ({ result }) => {
      if (webhook === undefined) return;
      const changed = afterAttempt(webhook, result, clock.now());
      if (changed === webhook) return;
      // The event is recorded only if the webhook is disabled. The other fields are not recorded.
      const recorded = { event: webhookEvents.disabled, actor: service, subject: changed };
      await recordChange(tx, { ids, clock }, recorded, async (allow) => {
        await tx.webhooks.save(allow(changed));
        if (changed.enabled !== webhook.enabled) await tx.deliveries.setPaused(webhook.id, webhookKind, true);
        return { before: webhook, after: changed };
      });
    };
  },
});

/** The actor of changes that the service makes without a request from a client. */
const service = {
  type: 'system' as const,
  id: null,
  name: null,
  ipAddress: '',
  userAgent: '',
  requestId: null,
  sessionId: null,
};

function webhookIdOf({ queue }: Delivery): WebhookId {
  if (isId<'Webhook'>(queue)) return queue;
  throw new Error(`The queue '${queue}' does not belong to a webhook.`);
}

const failure = (error: string): AttemptResult => ({
  result: 'failure',
  responseStatus: null,
  responseBody: null,
  error,
});

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
  return async ({ id, actor }: { readonly actor: Actor; readonly id: WebhookId }): Promise<Delivery> => {
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
    return work.run(
      async (tx) => {
        const webhook = orNotFound(await tx.webhooks.lock(id), 'webhook-not-found');
        await recordChange(tx, deps, { event: deliveryEvents.tested, actor, subject: webhook }, async () => {
          await tx.deliveries.add([ended]);
          return { after: ended };
        });
        return ended;
      },
      { keyed: actor.keyed },
    );
  };
};

/** What `retryDelivery` needs. */
export interface RetryDeliveryInput {
  readonly actor: Actor;
  readonly webhookId: WebhookId;
  readonly id: DeliveryId;
}

interface RetryDependencies extends CreateDependencies<'webhooks' | 'deliveries' | 'events'> {
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Schedules a delivery to be sent again, whatever its state is. The next attempt is due immediately, and the number of
 * attempts starts at 0 again. The delivery is sent before deliveries that were added later.
 * @throws {BusinessError} delivery-not-found
 */
export const retryDelivery =
  ({ work, clock, ids, deliveryWakeUp }: RetryDependencies) =>
  async ({ actor, webhookId, id }: RetryDeliveryInput): Promise<Delivery> => {
    const delivery = await work.run(
      async (tx) => {
        const webhook = await tx.webhooks.lock(webhookId);
        const stored = await tx.deliveries.lock(id);
        if (webhook === undefined || stored?.queue !== webhookId) {
          throw new BusinessError('delivery-not-found', 'This delivery does not exist.');
        }
        const again = restartDelivery(stored, clock.now());
        await recordChange(tx, { ids, clock }, { event: deliveryEvents.retried, actor, subject: webhook }, async () => {
          await tx.deliveries.save(again);
          await tx.deliveries.schedule(again.queue);
          return { after: { id } };
        });
        return again;
      },
      { keyed: actor.keyed },
    );
    deliveryWakeUp.wake();
    return delivery;
  };
