import { BusinessError, retried, type Actor, type Delivery, type DeliveryId, type WebhookId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';

export interface RetryDeliveryInput {
  readonly actor: Actor;
  readonly webhookId: WebhookId;
  readonly id: DeliveryId;
}

interface Dependencies extends UpdateDependencies {
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Sends a delivery again, now and with all attempts, whatever became of it. It goes before the ones that were added later.
 * @throws {BusinessError} delivery-not-found
 */
export const retryDelivery =
  ({ work, clock, deliveryWakeUp }: Dependencies) =>
  async ({ webhookId, id }: RetryDeliveryInput): Promise<Delivery> => {
    const delivery = await work.run(async (tx) => {
      const stored = await tx.deliveries.lock(id);
      if (stored?.queue !== webhookId) throw new BusinessError('delivery-not-found', 'This delivery does not exist.');
      const again = retried(stored, clock.now());
      await tx.deliveries.save(again);
      await tx.deliveries.schedule(again.queue);
      return again;
    });
    deliveryWakeUp.wake();
    return delivery;
  };

export type RetryDelivery = ReturnType<typeof retryDelivery>;
