import {
  webhookEvents,
  afterAttempt,
  isId,
  signingSecrets,
  type AttemptResult,
  type Delivery,
  type DeliveryKind,
  type WebhookId,
} from '@portcullis/domain';
import type { DeliverySender } from '../ports/delivery-senders.ts';
import { UnreadableSecret, type Clock, type IdSource, type SecretBox } from '../ports/system.ts';
import type { WebhookClient, WebhookViews } from '../ports/webhooks.ts';
import { recordChange } from '../changes.ts';

/** The delivery kind of webhooks. The queue of a webhook has the id of the webhook as its name. */
export const webhookKind = 'webhook' satisfies DeliveryKind;

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
