import { attemptDelaysMs, type Delivery } from '@portcullis/domain/internal/events/delivery';
import { newEvent } from '@portcullis/domain/internal/events/event';
import type { EventType } from '@portcullis/domain/internal/events/event-types';
import type { WebhookId } from '@portcullis/domain/internal/shared/ids';
import { tagEvents } from '@portcullis/domain/internal/contents/tag';
import { failingMs, webhookLimits } from '@portcullis/domain/internal/events/webhook';
import { expect } from 'chai';
import { sendDeliveries } from '../../src/deliveries/send-deliveries.ts';
import { mailDeliverySender } from '../../src/mail/mails.ts';
import { removeExpired } from '../../src/retention/remove-expired.ts';
import { queueEvents, replayEvents } from '../../src/webhooks/queue-events.ts';
import { retryDelivery, testWebhook, webhookDeliverySender } from '../../src/webhooks/webhook-deliveries.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from '../../src/webhooks/webhooks.ts';
import { anActor, anId, InMemoryWorld, refusalOf } from '@portcullis/testing';

const cancel = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
const running = { isStopping: () => false, cancel };
const dayMs = 24 * 3_600_000;

describe('Webhooks', () => {
  let world: InMemoryWorld;
  const actor = anActor();
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  const aHook = async (types: readonly string[] = ['tag.*', 'user.*'], enabled = true): Promise<WebhookId> => {
    const url = 'https://receiver.example.com/';
    return (await createWebhook(world)({ actor, url, types, description: null, enabled })).webhook.id;
  };
  /** Adds an event of each type. @returns their ids */
  const happens = (...types: readonly EventType[]): Promise<readonly string[]> =>
    world.run(async (tx) => {
      const ids: string[] = [];
      for (const type of types) {
        const subject = { id: anId(), name: 'News' };
        const occurrence = { event: tagEvents.created, actor: { ...actor, name: 'ada' }, subject };
        const event = { ...newEvent(anId(), world.clock.now(), occurrence), type };
        await tx.events.add(event);
        ids.push(event.id);
      }
      return ids;
    });
  const work = () =>
    sendDeliveries({
      ...world,
      senders: { webhook: webhookDeliverySender(world), mail: mailDeliverySender(world) },
      random: () => 0,
    });
  /** Sends all deliveries that are due, as a running process does. */
  const sendDue = async (): Promise<void> => {
    const { take, send } = work();
    for (const taken of await take([])) await send(taken, running);
  };
  const deliveriesOf = async (queue: WebhookId): Promise<readonly Delivery[]> =>
    (await world.deliveries.list({ queue, page: 1, pageSize: 100, sortOrder: 'asc' })).items;
  const sentIds = () => world.webhookClient.requests.map(({ messageId }) => messageId);

  it('a webhook receives each later event of its types, once and in order', async () => {
    await happens('tag.created');
    const [all, tags] = [await aHook(), await aHook(['tag.*'])];
    const events = await happens('tag.updated', 'user.created', 'tag.deleted');
    // The two creations of webhooks are events too, so there are five events to queue.
    expect([await queueEvents(world)(), await queueEvents(world)()]).to.deep.equal([5, 0]);
    await sendDue();
    expect((await deliveriesOf(all)).map(({ messageId }) => messageId)).to.have.members(events);
    expect((await deliveriesOf(tags)).map(({ type }) => type)).to.have.members(['tag.updated', 'tag.deleted']);
    expect(sentIds().filter((_, index) => index < 3)).to.deep.equal(events);
    expect((await deliveriesOf(all)).every(({ state }) => state === 'delivered')).to.equal(true);
  });

  it('a webhook receives events without the IP address and the session of the actor', async () => {
    await aHook();
    await happens('tag.created');
    await queueEvents(world)();
    await sendDue();
    const [request] = world.webhookClient.requests;
    expect(request?.secrets).to.deep.equal(['whsec_1']);
    expect(request?.message).to.deep.include({ type: 'tag.created', time: world.clock.now().toISOString() });
    expect(request?.message.data).to.have.keys('position', 'actor', 'subject', 'changes', 'requestId');
    expect(request?.message.data['actor']).to.deep.equal({
      type: 'user',
      id: actor.id,
      name: 'ada',
      apiKey: null,
      agent: null,
    });
  });

  it('a webhook receives no events from the time when it was disabled', async () => {
    const id = await aHook(['tag.*'], false);
    expect(await queueEvents(world)()).to.equal(undefined);
    await happens('tag.created');
    await updateWebhook(world)({ actor, id, change: { enabled: true } });
    const [expected] = await happens('tag.updated');
    await queueEvents(world)();
    expect((await deliveriesOf(id)).map(({ messageId }) => messageId)).to.deep.equal([expected]);
  });

  it('a webhook receives later events only after a failed one was delivered', async () => {
    await aHook();
    const events = await happens('tag.created', 'tag.updated', 'tag.deleted');
    await queueEvents(world)();
    world.webhookClient.result = {
      result: 'failure',
      responseStatus: 500,
      responseBody: '',
      error: 'It returned 500.',
    };
    await sendDue();
    world.clock.advance(4999);
    await sendDue();
    expect(sentIds()).to.deep.equal([events[0]]);
    world.webhookClient.result = { result: 'success', responseStatus: 200, responseBody: '', error: null };
    world.clock.advance(1);
    await sendDue();
    expect(sentIds()).to.deep.equal([events[0], ...events]);
  });

  it('a webhook is disabled after five days of failures, and gets waiting deliveries when enabled again', async () => {
    const id = await aHook();
    world.webhookClient.result = { result: 'failure', responseStatus: null, responseBody: null, error: 'No.' };
    const start = world.clock.now().getTime();
    while ((await world.webhooks.find(id))?.enabled === true) {
      await happens('tag.created');
      await queueEvents(world)();
      const due = await world.deliveries.nextDue();
      if (due !== undefined && due > world.clock.now()) world.clock.set(due);
      await sendDue();
    }
    expect(world.clock.now().getTime() - start).to.be.within(failingMs, failingMs + 2 * dayMs);
    expect((await world.webhooks.find(id))?.disabledReason).to.equal('failing');
    const attempts = sentIds().length;
    world.clock.advance(dayMs);
    await sendDue();
    expect(sentIds()).to.have.lengthOf(attempts);
    world.webhookClient.result = { result: 'success', responseStatus: 200, responseBody: '', error: null };
    await updateWebhook(world)({ actor, id, change: { enabled: true } });
    await sendDue();
    expect(sentIds().length).to.be.above(attempts);
  });

  it('a webhook is disabled immediately if the receiver responds with 410', async () => {
    const id = await aHook();
    await happens('tag.created', 'tag.updated');
    await queueEvents(world)();
    world.webhookClient.result = { result: 'gone', responseStatus: 410, responseBody: '', error: 'It returned 410.' };
    await sendDue();
    expect(await world.webhooks.find(id)).to.include({ enabled: false, disabledReason: 'gone' });
    expect((await deliveriesOf(id)).map(({ state }) => state)).to.have.members(['failed', 'waiting']);
    expect(sentIds()).to.have.lengthOf(1);
  });

  it('a webhook gets the next delivery after the final attempt of the one before has failed', async () => {
    const id = await aHook();
    await happens('tag.created', 'tag.updated');
    await queueEvents(world)();
    world.webhookClient.result = {
      result: 'failure',
      responseStatus: 404,
      responseBody: '',
      error: 'It returned 404.',
    };
    for (let attempt = 0; attempt < attemptDelaysMs.length; attempt += 1) {
      const due = await world.deliveries.nextDue();
      if (due !== undefined && due > world.clock.now()) world.clock.set(due);
      await sendDue();
    }
    const [first, second] = await deliveriesOf(id);
    expect([first?.state, first?.attempts, second?.attempts]).to.deep.equal(['failed', attemptDelaysMs.length, 1]);
  });

  it('another process sends a delivery if the first process ends before it does', async () => {
    await aHook();
    const [event] = await happens('tag.created');
    await queueEvents(world)();
    await work().take([]);
    await sendDue();
    expect(sentIds()).to.deep.equal([]);
    world.clock.advance(60_000);
    await sendDue();
    expect(sentIds()).to.deep.equal([event]);
  });

  it('the result of a process is ignored after its lease has ended', async () => {
    const id = await aHook();
    await happens('tag.created');
    await queueEvents(world)();
    const slow = work();
    const [taken] = await slow.take([]);
    if (taken === undefined) throw new Error('Nothing was taken.');
    world.clock.advance(60_000);
    await sendDue();
    world.webhookClient.result = { result: 'gone', responseStatus: 410, responseBody: '', error: 'It returned 410.' };
    await slow.send(taken, running);
    expect((await deliveriesOf(id)).map(({ state }) => state)).to.deep.equal(['delivered']);
    expect((await world.webhooks.find(id))?.enabled).to.equal(true);
  });

  it('a process that is stopping sends nothing, and leaves the queue to other processes', async () => {
    await aHook();
    await happens('tag.created');
    await queueEvents(world)();
    const { take, send } = work();
    for (const taken of await take([])) await send(taken, { ...running, isStopping: () => true });
    expect(sentIds()).to.deep.equal([]);
    await sendDue();
    expect(sentIds()).to.have.lengthOf(1);
  });

  it('messages are signed with the new and the previous secret until the overlap of a rotation ends', async () => {
    const id = await aHook();
    const { secret } = await rotateWebhookSecret(world)({ actor, id, overlapSeconds: 60 });
    await testWebhook(world)({ actor, id });
    world.clock.advance(60_000);
    await testWebhook(world)({ actor, id });
    expect(world.webhookClient.requests.map(({ secrets }) => secrets)).to.deep.equal([[secret, 'whsec_1'], [secret]]);
  });

  it('a test message is sent immediately, and its failure does not change the webhook', async () => {
    const id = await aHook(['tag.*'], false);
    world.webhookClient.result = {
      result: 'gone',
      responseStatus: 410,
      responseBody: 'gone',
      error: 'It returned 410.',
    };
    const delivery = await testWebhook(world)({ actor, id });
    expect(delivery).to.include({ type: 'webhook.test', state: 'failed', attempts: 1, responseStatus: 410 });
    expect(await deliveriesOf(id)).to.deep.equal([delivery]);
    expect(await world.webhooks.find(id)).to.include({ enabled: false, disabledReason: null });
  });

  it('one delivery, or all events of a period, can be sent again', async () => {
    const id = await aHook(['tag.*']);
    const [event] = await happens('tag.created');
    await queueEvents(world)();
    await sendDue();
    const [delivery] = await deliveriesOf(id);
    if (delivery === undefined) throw new Error('There is no delivery.');
    await retryDelivery(world)({ actor, webhookId: id, id: delivery.id });
    const [from, to] = [new Date(0), world.clock.now()];
    await happens('user.created');
    expect(await replayEvents(world)({ actor, id, from, to })).to.equal(1);
    await sendDue();
    expect(sentIds()).to.deep.equal([event, event, event]);
    const other = await aHook();
    expect(await refusalOf(retryDelivery(world)({ actor, webhookId: other, id: delivery.id }))).to.include({
      refusal: 'delivery-not-found',
    });
  });

  it('a delivery fails with a reason if the secret of the webhook cannot be decrypted', async () => {
    const id = await aHook();
    await world.run(async (tx) => {
      const webhook = await tx.webhooks.lock(id);
      if (webhook !== undefined) await tx.webhooks.save({ ...webhook, secret: 'sealed for another' });
    });
    const { error } = await testWebhook(world)({ actor, id });
    expect(error).to.match(/SECRETS_KEY/);
    expect(sentIds()).to.deep.equal([]);
  });

  it('a webhook is removed together with its deliveries, and ended deliveries are removed after 30 days', async () => {
    const id = await aHook();
    const kept = await aHook();
    await happens('tag.created');
    await queueEvents(world)();
    await sendDue();
    await deleteWebhook(world)({ actor, id });
    expect(await deliveriesOf(id)).to.deep.equal([]);
    world.clock.advance(30 * dayMs);
    expect(await removeExpired(world)('ended deliveries')).to.equal(0);
    world.clock.advance(1);
    expect(await removeExpired(world)('ended deliveries')).to.equal(1);
    expect(await deliveriesOf(kept)).to.deep.equal([]);
  });

  it('refuses types that no event has, but not those of a module that was removed', async () => {
    const id = await aHook(['*']);
    expect(await refusalOf(aHook(['user.craeted']))).to.include({ refusal: 'unknown-event-types' });
    const change = { types: ['user.*', 'gone.note.*'] };
    const update = (types: readonly string[]) => updateWebhook(world)({ actor, id, change: { types } });
    expect(await refusalOf(update(change.types))).to.include({ refusal: 'unknown-event-types' });
    const withModule = { ...world, eventTypes: [...world.eventTypes, 'gone.note.created'] };
    await updateWebhook(withModule)({ actor, id, change });
    expect((await update(['tag.*', 'gone.note.*'])).types).to.deep.equal(['tag.*', 'gone.note.*']);
  });

  it('refuses too many webhooks, an unacceptable URL and unknown webhooks', async () => {
    for (let count = 0; count < webhookLimits.webhooks; count += 1) await aHook();
    expect(await refusalOf(aHook())).to.include({ refusal: 'too-many-webhooks' });
    const id = anId<'Webhook'>();
    const url = 'ftp://receiver.example.com';
    expect(await refusalOf(updateWebhook(world)({ actor, id, change: { url } }))).to.include({
      refusal: 'webhook-url-unacceptable',
    });
    const calls = [
      updateWebhook(world)({ actor, id, change: {} }),
      deleteWebhook(world)({ actor, id }),
      rotateWebhookSecret(world)({ actor, id, overlapSeconds: 0 }),
      testWebhook(world)({ actor, id }),
      replayEvents(world)({ actor, id, from: new Date(0), to: new Date(0) }),
    ];
    for (const call of calls) expect(await refusalOf(call)).to.include({ refusal: 'webhook-not-found' });
  });
});
