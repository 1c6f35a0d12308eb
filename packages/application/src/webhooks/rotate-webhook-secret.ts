import { webhookEvents, orNotFound, withRotatedSecret, type Actor, type WebhookId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { SecretBox } from '../ports/system.ts';
import type { WebhookSecrets } from '../ports/webhooks.ts';
import type { WebhookWithSecret } from './create-webhook.ts';
import { recordChange } from '../changes.ts';

export interface RotateWebhookSecretInput {
  readonly actor: Actor;
  readonly id: WebhookId;
  /** How long requests are signed with the current secret in addition to the new one, in seconds. */
  readonly overlapSeconds: number;
}

interface Dependencies extends CreateDependencies<'webhooks' | 'events'> {
  readonly webhookSecrets: WebhookSecrets;
  readonly secretBox: SecretBox;
}

/**
 * Replaces the secret of a webhook. For `overlapSeconds`, requests are signed with the old and the new secret, so that
 * receivers have time to switch.
 * @throws {BusinessError} webhook-not-found
 */
export const rotateWebhookSecret =
  ({ work, clock, ids, webhookSecrets, secretBox }: Dependencies) =>
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
