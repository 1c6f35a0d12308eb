import { webhookDeliveryRoutes, webhookRoutes } from '@portcullis/adapters-http';
import {
  createWebhook,
  deleteWebhook,
  queueEvents,
  removeEndedDeliveries,
  replayEvents,
  retryDelivery,
  rotateWebhookSecret,
  sendDeliveries,
  testWebhook,
  updateWebhook,
} from '@portcullis/application';
import {
  DELIVERY_COUNTERS,
  DELIVERY_SENDERS,
  DELIVERY_WAKE_UP,
  EVENT_VIEWS,
  RANDOM,
  SECRET_BOX,
  WEBHOOK_CLIENT,
  WEBHOOK_SECRETS,
  WEBHOOK_VIEWS,
} from './ports.ts';
import { testWebhookLimit } from '../config/limits.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, writing } from './sources.ts';

const webhookClient = WEBHOOK_CLIENT;
const events = EVENT_VIEWS;
const webhookSecrets = WEBHOOK_SECRETS;
const secretBox = SECRET_BOX;
const deliveryWakeUp = DELIVERY_WAKE_UP;
const deliveryCounters = DELIVERY_COUNTERS;
const webhooks = WEBHOOK_VIEWS;

export const webhookNoun = noun(
  {
    createWebhook: useCase(createWebhook, {
      ...creating,
      events,
      webhookClient,
      webhookSecrets,
      secretBox,
      deliveryWakeUp,
    }),
    updateWebhook: useCase(updateWebhook, { ...creating, events, webhookClient, deliveryWakeUp }),
    deleteWebhook: useCase(deleteWebhook, creating),
    rotateWebhookSecret: useCase(rotateWebhookSecret, { ...creating, webhookSecrets, secretBox }),
    replayEvents: useCase(replayEvents, { ...creating, events, webhooks, deliveryCounters, deliveryWakeUp }),
    testWebhook: useCase(testWebhook, { ...creating, webhooks, webhookClient, secretBox }),
    retryDelivery: useCase(retryDelivery, { ...creating, deliveryWakeUp }),
    queueEvents: useCase(queueEvents, { ...creating, events, webhooks, deliveryCounters }),
    sendDeliveries: useCase(sendDeliveries, {
      ...creating,
      deliveryCounters,
      senders: DELIVERY_SENDERS,
      random: RANDOM,
    }),
    removeEndedDeliveries: useCase(removeEndedDeliveries, writing),
  },
  (use, from) => [
    ...webhookRoutes({ ...use, webhooks: valueOf(from, WEBHOOK_VIEWS) }),
    ...webhookDeliveryRoutes({ ...use, testWebhookLimit }),
  ],
);
