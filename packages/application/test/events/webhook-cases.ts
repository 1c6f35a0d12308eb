import { sendDeliveries } from '../../src/deliveries/send-deliveries.ts';
import { mailDeliverySender } from '../../src/mail/mails.ts';
import { queueEvents, replayEvents } from '../../src/webhooks/queue-events.ts';
import { retryDelivery, testWebhook, webhookDeliverySender } from '../../src/webhooks/webhook-deliveries.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from '../../src/webhooks/webhooks.ts';
import type { InMemoryWorld } from '@portcullis/testing';
import { actor, added, event, removed, type EventCase } from './cases.ts';

const draft = { url: 'https://receiver.example.com/', types: ['*'], description: 'All', enabled: true };

const aHook = async (world: InMemoryWorld) => {
  const { id } = (await createWebhook(world)({ actor, ...draft })).webhook;
  return { id, name: draft.url };
};

const running = {
  isStopping: () => false,
  cancel: { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined },
};

export const webhookCases: readonly EventCase[] = [
  {
    useCase: 'createWebhook',
    write: async (world) => [event('webhook.created', await aHook(world), added(draft))],
  },
  {
    useCase: 'updateWebhook',
    write: async (world, begin) => {
      const hook = await aHook(world);
      await begin();
      await updateWebhook(world)({
        actor,
        id: hook.id,
        change: { types: ['tag.*'], enabled: false, description: 'All' },
      });
      return [event('webhook.updated', hook, { types: [['*'], ['tag.*']], enabled: [true, false] })];
    },
  },
  {
    useCase: 'updateWebhook',
    when: 'nothing changes',
    write: async (world, begin) => {
      const { id } = await aHook(world);
      await begin();
      await updateWebhook(world)({ actor, id, change: draft });
      return [];
    },
  },
  {
    useCase: 'deleteWebhook',
    write: async (world, begin) => {
      const hook = await aHook(world);
      await begin();
      await deleteWebhook(world)({ actor, id: hook.id });
      return [event('webhook.deleted', hook, removed(draft))];
    },
  },
  {
    useCase: 'rotateWebhookSecret',
    write: async (world, begin) => {
      const hook = await aHook(world);
      await begin();
      await rotateWebhookSecret(world)({ actor, id: hook.id, overlapSeconds: 60 });
      return [event('webhook.secret.rotated', hook, {})];
    },
  },
  {
    useCase: 'testWebhook',
    write: async (world, begin) => {
      const hook = await aHook(world);
      await begin();
      await testWebhook(world)({ actor, id: hook.id });
      return [event('webhook.tested', hook, { state: [null, 'delivered'], responseStatus: [null, 200] })];
    },
  },
  {
    useCase: 'retryDelivery',
    write: async (world, begin) => {
      const hook = await aHook(world);
      const { id } = await testWebhook(world)({ actor, id: hook.id });
      await begin();
      await retryDelivery(world)({ actor, webhookId: hook.id, id });
      return [event('webhook.delivery.retried', hook, { id: [null, id] })];
    },
  },
  {
    useCase: 'replayEvents',
    write: async (world, begin) => {
      const hook = await aHook(world);
      await begin();
      const [from, to] = [new Date(0), world.clock.now()];
      await replayEvents(world)({ actor, id: hook.id, from, to });
      return [event('webhook.replayed', hook, added({ from: from.toISOString(), to: to.toISOString() }))];
    },
  },
  {
    useCase: 'sendDeliveries',
    when: 'the receiver is gone',
    write: async (world, begin) => {
      const hook = await aHook(world);
      await rotateWebhookSecret(world)({ actor, id: hook.id, overlapSeconds: 60 });
      await queueEvents(world)();
      await begin();
      world.webhookClient.result = { result: 'gone', responseStatus: 410, responseBody: '', error: 'Gone.' };
      const senders = { webhook: webhookDeliverySender(world), mail: mailDeliverySender(world) };
      const work = sendDeliveries({ ...world, senders, random: () => 0 });
      for (const taken of await work.take([])) await work.send(taken, running);
      const service = { type: 'system', id: null, name: null } as const;
      return [event('webhook.disabled', hook, { enabled: [true, false], disabledReason: [null, 'gone'] }, service)];
    },
  },
];
