import { deliverySortFields, type DeliverySortField } from '@portcullis/application/internal/ports/deliveries';
import { deliveryStates, type DeliveryState } from '@portcullis/domain/internal/events/delivery';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { DeliveryId } from '@portcullis/domain/internal/shared/ids';
import type { Limit } from '../../checks/rate-limit.ts';
import { Describe } from '../../validation/descriptions.ts';
import { OneOf, Optional, Text, Uuid } from '../../validation/fields.ts';
import { pageOf } from '../../validation/schema.ts';
import { administrators, administratorsChange } from '../access/access.ts';
import { only, PageParameters, sorts } from '../list-query.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { WebhookPath } from './webhooks.ts';
import { deliverySchema, deliveryViewOf } from '../schemas/webhooks.ts';

class DeliveryPath extends WebhookPath {
  @Uuid() @Describe('The id of the delivery.') deliveryId!: DeliveryId;
}

class DeliveryListParameters extends PageParameters {
  @Optional() @OneOf(deliveryStates) @Describe(only('state')) state?: DeliveryState;
  @Optional() @Text({ min: 1, max: 64 }) @Describe(only('type')) type?: string;
  @Optional() @OneOf(deliverySortFields) @Describe(sorts('`createdAt`, newest first')) sortBy?: DeliverySortField;
}

type WebhookDeliveryRouteDependencies = UseCases<'testWebhook' | 'retryDelivery'> & {
  readonly testWebhookLimit: Limit;
};

/** The routes for deliveries to webhooks (docs/interface.md §4.9). */
export const webhookDeliveryRoutes = (deps: WebhookDeliveryRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/webhooks/:id/test',
    operation: 'testWebhook',
    idempotencyKey: 'accepted',
    summary: 'Send a test event to a webhook',
    description: 'Sends `webhook.test` once, also to a disabled webhook, and waits up to 15 s for the receiver.',
    access: 'authorized',
    anyRole: administrators,
    limit: deps.testWebhookLimit,
    params: WebhookPath,
    data: deliverySchema,
    refuses: ['webhook-not-found'],
    handle: async ({ params: { id }, caller }) =>
      viewed(caller, (actor) => deps.testWebhook({ actor, id }), deliveryViewOf),
  }),
  route({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    operation: 'listDeliveries',
    summary: 'List the deliveries to a webhook',
    description: 'A delivery can be read for 30 days after its last attempt.',
    access: 'authorized',
    anyRole: administrators,
    params: WebhookPath,
    query: DeliveryListParameters,
    data: pageOf(deliverySchema),
    refuses: ['webhook-not-found'],
    read: async ({ params: { id }, query }, { webhooks, deliveries }) => {
      orNotFound(await webhooks.find(id), 'webhook-not-found');
      const { items, ...page } = await deliveries.list({ ...query, queue: id });
      return { ...page, items: items.map(deliveryViewOf) };
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/:id/deliveries/:deliveryId/retry',
    operation: 'retryDelivery',
    idempotencyKey: 'accepted',
    summary: 'Send a delivery again',
    description:
      'The delivery is due immediately, with the full number of attempts, regardless of its previous state. It is sent before deliveries that were added later.',
    access: 'authorized',
    ...administratorsChange,
    params: DeliveryPath,
    data: deliverySchema,
    refuses: ['delivery-not-found'],
    handle: async ({ params: { id: webhookId, deliveryId: id }, caller }) =>
      viewed(caller, (actor) => deps.retryDelivery({ actor, webhookId, id }), deliveryViewOf),
  }),
];
