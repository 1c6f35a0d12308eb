import { deliverySlots, slotsPerReceiver, type Delivery } from '@portcullis/domain/internal/events/delivery';
import { expect } from 'chai';
import {
  leaseMs,
  sendDeliveries,
  turnMs,
  untilCancelled,
  type LeasedDelivery,
} from '../../src/deliveries/send-deliveries.ts';
import type { DeliverySender } from '../../src/ports/delivery-senders.ts';
import { aDelivery, anId, aWebhook } from '@portcullis/testing/internal/builders';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

/** A signal that a test aborts. */
class Cancelling {
  aborted = false;
  readonly #listeners = new Set<() => void>();
  readonly addEventListener = (_type: 'abort', listener: () => void): void => void this.#listeners.add(listener);
  readonly removeEventListener = (_type: 'abort', listener: () => void): void => void this.#listeners.delete(listener);

  get listeners(): number {
    return this.#listeners.size;
  }

  abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners) listener();
  }
}

const running = { isStopping: () => false, cancel: new Cancelling() };

describe('The slots of deliveries', () => {
  let world: InMemoryWorld;
  let attempt: DeliverySender['attempt'];
  beforeEach(() => {
    world = InMemoryWorld.seeded();
    attempt = async () => ({ result: 'success', responseStatus: 204, responseBody: '', error: null });
  });

  const work = () => {
    const sender: DeliverySender = {
      attempt: (delivery, signal) => attempt(delivery, signal),
      lock: async () => async () => undefined,
    };
    return sendDeliveries({ ...world, senders: { webhook: sender, mail: sender }, random: () => 0 });
  };
  const aDue = (changes: Partial<Delivery> = {}): Delivery =>
    aDelivery({ createdAt: world.clock.now(), queue: anId(), ...changes });
  const add = (...deliveries: readonly Delivery[]) => world.run((tx) => tx.deliveries.add(deliveries));
  const many = (count: number, changes: Partial<Delivery> = {}) => Array.from({ length: count }, () => aDue(changes));
  const countOf = (taken: readonly LeasedDelivery[], kind: string) =>
    taken.filter(({ delivery }) => delivery.kind === kind).length;

  it('of one kind are not used by deliveries of another kind', async () => {
    const { take } = work();
    await add(...many(deliverySlots.webhook + 1), aDue({ kind: 'mail' }));
    const first = await take([]);
    expect([countOf(first, 'webhook'), countOf(first, 'mail')]).to.deep.equal([deliverySlots.webhook, 1]);
    await add(...many(deliverySlots.mail + 1, { kind: 'mail' }));
    const second = await take(first);
    expect([countOf(second, 'webhook'), countOf(second, 'mail')]).to.deep.equal([0, deliverySlots.mail - 1]);
    const third = await take(second);
    expect([countOf(third, 'webhook'), countOf(third, 'mail')]).to.deep.equal([1, 1]);
  });

  it('are used by one receiver only in part', async () => {
    const { take } = work();
    const hooks = ['one', 'one', 'one', 'other'].map((host) => aWebhook({ url: `https://${host}.example.com/` }));
    await world.run(async (tx) => {
      for (const webhook of hooks) await tx.webhooks.add(webhook);
      await tx.deliveries.add(hooks.map(({ id }) => aDue({ queue: id })));
    });
    const taken = await take([]);
    expect(taken).to.have.lengthOf(slotsPerReceiver + 1);
    expect(await take(taken)).to.have.lengthOf(0);
    expect(await take(taken.slice(1))).to.have.lengthOf(1);
  });

  it('are left after a time by a queue with many deliveries, so that other queues have their turn', async () => {
    const { take, send } = work();
    const queue = anId();
    await add(...many(3, { queue }));
    attempt = async () => {
      world.clock.advance(turnMs / 2);
      return { result: 'success', responseStatus: 204, responseBody: '', error: null };
    };
    const [taken] = await take([]);
    if (taken === undefined) throw new Error('Nothing was taken.');
    const other = aDue();
    await add(other);
    expect(await send(taken, running)).to.equal(2);
    const next = await take([]);
    expect(next.map(({ delivery }) => delivery.queue)).to.deep.equal([other.queue, queue]);
  });

  it('keep their queues while the lease is extended, and lose them after it has ended', async () => {
    const { take, extend } = work();
    await add(aDue());
    const taken = await take([]);
    world.clock.advance(leaseMs - 1);
    expect(await extend(taken)).to.deep.equal(taken);
    world.clock.advance(leaseMs - 1);
    expect(await take([])).to.deep.equal([]);
    world.clock.advance(1);
    const other = await take([]);
    expect(other).to.have.lengthOf(1);
    expect(await extend(taken)).to.deep.equal([]);
  });

  it('are free again when an attempt is cancelled, even if its sender never ends', async () => {
    const { take, send } = work();
    const delivery = aDue();
    await add(delivery);
    attempt = () => new Promise(() => undefined);
    const [taken] = await take([]);
    if (taken === undefined) throw new Error('Nothing was taken.');
    const cancel = new Cancelling();
    const sending = send(taken, { isStopping: () => false, cancel });
    cancel.abort();
    expect(await sending).to.equal(0);
    expect(await world.deliveries.find(delivery.id)).to.deep.equal(delivery);
    expect(await take([])).to.have.lengthOf(1);
  });
});

describe('untilCancelled', () => {
  it('returns the result of the work, and leaves no listener', async () => {
    const cancel = new Cancelling();
    expect(await untilCancelled(Promise.resolve(1), cancel)).to.equal(1);
    expect(await untilCancelled(Promise.reject(new Error('failed')), cancel).catch(String)).to.equal('Error: failed');
    await Promise.resolve();
    expect(cancel.listeners).to.equal(0);
  });

  it('throws when the signal is aborted, or was aborted before', async () => {
    const cancel = new Cancelling();
    const never = new Promise<never>(() => undefined);
    const waiting = untilCancelled(never, cancel).catch(String);
    cancel.abort();
    expect([await waiting, await untilCancelled(never, cancel).catch(String)]).to.deep.equal([
      'Error: The work was cancelled.',
      'Error: The work was cancelled.',
    ]);
  });
});
