import { webhookDeliveryRoutes, webhookRoutes } from '@portcullis/adapters-http';
import {
  createWebhook,
  deleteWebhook,
  queueEvents,
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
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

const webhookClient = WEBHOOK_CLIENT;
const events = EVENT_VIEWS;
const webhookSecrets = WEBHOOK_SECRETS;
const secretBox = SECRET_BOX;
const deliveryWakeUp = DELIVERY_WAKE_UP;
const deliveryCounters = DELIVERY_COUNTERS;
const webhooks = WEBHOOK_VIEWS;

export const webhookModule = resourceModule(
  {
    createWebhook: useCase(createWebhook, {
      ...createDependencies,
      events,
      webhookClient,
      webhookSecrets,
      secretBox,
      deliveryWakeUp,
    }),
    updateWebhook: useCase(updateWebhook, { ...createDependencies, events, webhookClient, deliveryWakeUp }),
    deleteWebhook: useCase(deleteWebhook, createDependencies),
    rotateWebhookSecret: useCase(rotateWebhookSecret, { ...createDependencies, webhookSecrets, secretBox }),
    replayEvents: useCase(replayEvents, { ...createDependencies, events, webhooks, deliveryCounters, deliveryWakeUp }),
    testWebhook: useCase(testWebhook, { ...createDependencies, webhooks, webhookClient, secretBox }),
    retryDelivery: useCase(retryDelivery, { ...createDependencies, deliveryWakeUp }),
    queueEvents: useCase(queueEvents, { ...createDependencies, events, webhooks, deliveryCounters }),
    sendDeliveries: useCase(sendDeliveries, {
      ...createDependencies,
      deliveryCounters,
      senders: DELIVERY_SENDERS,
      random: RANDOM,
    }),
  },
  (use) => [...webhookRoutes(use), ...webhookDeliveryRoutes({ ...use, testWebhookLimit })],
);
