import type { DomainEvent, EventSubject } from '@portcullis/domain/internal/events/event';
import type { EventType } from '@portcullis/domain/internal/events/event-types';
import type { WebhookId } from '@portcullis/domain/internal/shared/ids';
import { anActor, anEvent, anId, aDelivery, aWebhook } from '@portcullis/testing/internal/builders';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { queueEvents, replayEvents } from '../../src/webhooks/queue-events.ts';
import { retryDelivery, testWebhook, webhookDeliverySender } from '../../src/webhooks/webhook-deliveries.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';

const actor = anActor();
const hourMs = 3_600_000;

describe('The queue of a webhook', () => {
  let world: InMemoryWorld;
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  const aHook = async (...types: readonly string[]): Promise<WebhookId> => {
    const url = 'https://receiver.example.com/';
    return (await createWebhook(world)({ actor, url, types, description: null, enabled: true })).webhook.id;
  };
  const happens = async (type: EventType, given: Partial<EventSubject> = {}) => {
    const subject = { type: 'tag', id: anId(), name: 'News', ...given } as const;
    const event = anEvent({ type, subject, occurredAt: world.clock.now(), requestId: 'request-1' });
    await world.run((tx) => tx.events.add(event));
    return event;
  };
  const queued = async (queue: WebhookId) =>
    (await world.deliveries.list({ queue, page: 1, pageSize: 1000, sortOrder: 'asc' })).items;

  it('gets messages that name the subject by its type and id, or by its type alone if the id is not known', async () => {
    const id = await aHook('tag.*', 'user.*');
    const known = await happens('tag.created');
    await happens('user.password.changed', { type: 'user', id: null, name: 'nobody' });
    await queueEvents(world)();
    const [first, second] = (await queued(id)).map(({ payload }) => payload);
    const { subject, requestId } = known;
    const { type, id: actorId, name, apiKey, agent } = known.actor;
    expect(first).to.deep.equal({
      type: 'tag.created',
      time: world.clock.now().toISOString(),
      subject: `tag/${subject.id}`,
      data: { position: 2, actor: { type, id: actorId, name, apiKey, agent }, subject, changes: {}, requestId },
    });
    expect(second?.subject).to.equal('user');
    expect(second?.data['subject']).to.deep.equal({ type: 'user', id: null, name: 'nobody' });
  });

  it('gets no event about its own deliveries, but those about others', async () => {
    const [one, other] = [await aHook('*'), await aHook('*')];
    await queueEvents(world)();
    const before = (await queued(one)).length;
    await happens('webhook.tested', { type: 'webhook', id: one });
    const ofOther = await happens('webhook.delivery.retried', { type: 'webhook', id: other });
    const updated = await happens('webhook.updated', { type: 'webhook', id: one });
    await queueEvents(world)();
    expect((await queued(one)).slice(before).map(({ messageId }) => messageId)).to.deep.equal([ofOther.id, updated.id]);
  });

  it('gets only events after its creation, even if they are queued together with earlier ones', async () => {
    const early = await aHook('tag.*');
    const first = await happens('tag.created');
    const late = await aHook('*');
    const second = await happens('tag.updated');
    await queueEvents(world)();
    const idsOf = async (id: WebhookId) => (await queued(id)).map(({ messageId }) => messageId);
    expect(await idsOf(early)).to.deep.equal([first.id, second.id]);
    expect(await idsOf(late)).to.not.include(first.id);
    expect(await idsOf(late)).to.include(second.id);
  });

  it('gets each event once if two processes queue at the same time', async () => {
    const id = await aHook('tag.*');
    await happens('tag.created');
    const counts = await Promise.all([queueEvents(world)(), queueEvents(world)()]);
    expect(counts).to.have.members([2, 0]);
    expect(await queued(id)).to.have.length(1);
  });

  it('gets exactly the events of a period again, however many they are', async () => {
    const id = await aHook('tag.*');
    await happens('tag.created');
    world.clock.advance(hourMs);
    const from = world.clock.now();
    const replayed: string[] = [];
    for (let count = 0; count < 501; count += 1) replayed.push((await happens('tag.updated')).id);
    await happens('user.created');
    world.clock.advance(hourMs);
    await happens('tag.deleted');
    const to = new Date(from.getTime() + 1);
    expect(await replayEvents(world)({ actor, id, from, to })).to.equal(501);
    expect((await queued(id)).map(({ messageId }) => messageId)).to.have.members(replayed);
    const never = new Date(0);
    expect(await replayEvents(world)({ actor, id, from: never, to: never })).to.equal(0);
  });

  it('gets at most 10,000 events again', async () => {
    const id = await aHook('tag.*');
    const event = anEvent({ type: 'tag.created' });
    /** An event log with this number of events. */
    const replayOf = (count: number) =>
      replayEvents({
        ...world,
        events: {
          page: async ({ after = 0, limit }) =>
            Array.from({ length: Math.min(limit, count - after) }, (_, index): DomainEvent => {
              const position = after + index + 1;
              return { ...event, position };
            }),
        },
        work: { run: async () => Promise.reject(new RangeError('They would be queued.')) },
      })({ actor, id, from: new Date(0), to: world.clock.now() });
    const { refusal, details } = await refusalOf(replayOf(10_001));
    expect(refusal).to.equal('replay-too-large');
    expect(details).to.deep.equal([{ field: 'from', message: 'A replay takes at most 10000 events.' }]);
    const allowed: unknown = await replayOf(10_000).catch((error: unknown) => error);
    expect(allowed).to.be.instanceOf(RangeError);
  });

  describe('of a webhook that was deleted meanwhile', () => {
    const webhook = aWebhook({ secret: 'unknown' });
    const period = { from: new Date(0), to: new Date(0) };
    const until = () => ({ ...world, webhooks: { findSealed: async () => webhook } });

    it('gets no events again and no test message', async () => {
      const { id } = webhook;
      expect(await refusalOf(replayEvents(until())({ actor, id, ...period }))).to.include({
        refusal: 'webhook-not-found',
      });
      expect(await refusalOf(testWebhook(until())({ actor, id }))).to.include({ refusal: 'webhook-not-found' });
      expect(await queued(id)).to.deep.equal([]);
    });

    it('fails to send its deliveries, and cannot send one again', async () => {
      const left = aDelivery({ queue: webhook.id });
      await world.run((tx) => tx.deliveries.add([left]));
      const sender = webhookDeliverySender(world);
      const result = await sender.attempt(left);
      expect(result).to.include({ result: 'failure', error: 'The webhook was deleted.' });
      await world.run(async (tx) => (await sender.lock(tx, left))(result));
      const retries = [left.id, anId<'Delivery'>()].map((id) =>
        retryDelivery(world)({ actor, webhookId: webhook.id, id }),
      );
      for (const retry of retries) expect(await refusalOf(retry)).to.include({ refusal: 'delivery-not-found' });
      expect(await refusalOf(retryDelivery(world)({ actor, webhookId: await aHook('*'), id: anId() }))).to.include({
        refusal: 'delivery-not-found',
      });
    });
  });

  it('is tested with a message that names the webhook and who asked, and whose failure is final', async () => {
    const id = await aHook('*');
    const time = world.clock.now().toISOString();
    expect(await testWebhook(world)({ actor, id })).to.include({ state: 'delivered', attempts: 1 });
    expect(world.webhookClient.requests.map(({ message }) => message)).to.deep.equal([
      { type: 'webhook.test', time, subject: `webhook/${id}`, data: { requestedBy: actor.id } },
    ]);
    world.webhookClient.result = { result: 'failure', responseStatus: 500, responseBody: '', error: 'Error 500' };
    expect(await testWebhook(world)({ actor, id })).to.include({ state: 'failed', nextAttemptAt: null });
  });

  it('does not hide an unexpected error of the client, or a delivery to something else', async () => {
    const id = await aHook('*');
    const send = async () => Promise.reject(new TypeError('broken'));
    const errorOf = (queue: string): Promise<unknown> =>
      webhookDeliverySender({ ...world, webhookClient: { send } })
        .attempt(aDelivery({ queue }))
        .catch((error: unknown) => error);
    expect(await errorOf(id)).to.be.instanceOf(TypeError);
    expect(String(await errorOf('mail'))).to.equal("Error: The queue 'mail' does not belong to a webhook.");
  });
});
