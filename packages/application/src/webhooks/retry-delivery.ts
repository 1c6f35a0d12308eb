import {
  deliveryEvents,
  BusinessError,
  restartDelivery,
  type Actor,
  type Delivery,
  type DeliveryId,
  type WebhookId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import { recordChange } from '../changes.ts';

export interface RetryDeliveryInput {
  readonly actor: Actor;
  readonly webhookId: WebhookId;
  readonly id: DeliveryId;
}

interface Dependencies extends CreateDependencies<'webhooks' | 'deliveries' | 'events'> {
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Schedules a delivery to be sent again, whatever its state is. The next attempt is due immediately, and the number of
 * attempts starts at 0 again. The delivery is sent before deliveries that were added later.
 * @throws {BusinessError} delivery-not-found
 */
export const retryDelivery =
  ({ work, clock, ids, deliveryWakeUp }: Dependencies) =>
  async ({ actor, webhookId, id }: RetryDeliveryInput): Promise<Delivery> => {
    const delivery = await work.run(async (tx) => {
      // The webhook is locked before the queue, in the same order as when the result of an attempt is stored, to avoid
      // a deadlock.
      const [webhook, stored] = await Promise.all([tx.webhooks.lock(webhookId), tx.deliveries.lock(id)]);
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
    });
    deliveryWakeUp.wake();
    return delivery;
  };
