import type { Delivery, DeliveryKind } from '@portcullis/domain/internal/events/delivery';
import { expect } from 'chai';
import type { Lease, TakeLimits } from '@portcullis/application/internal/ports/deliveries';
import { aDelivery, anId, aWebhook } from '../builders.ts';
import type { OpenStore } from './store.ts';

/** Returns a time in 1991. Other tests use later times, so these tests take only deliveries that they created. */
const minute = (number: number): Date => new Date(Date.UTC(1991, 0, 1, 0, number));

export function deliveryContract(adapter: string, open: OpenStore): void {
  const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);
  const add = (...deliveries: readonly Delivery[]) => open().work.run((tx) => tx.deliveries.add(deliveries));
  const leaseUntil = (number: number): Lease => ({ id: anId(), until: minute(number) });
  const take = async (at: Date, lease = leaseUntil(60), limits: Partial<TakeLimits> = {}, kind?: DeliveryKind) => {
    const all = { limit: 10, sending: [], perReceiver: 10, ...limits };
    return idsOf(await open().work.run((tx) => tx.deliveries.take(kind ?? 'webhook', at, lease, all)));
  };
  const ended = (delivery: Delivery, at = minute(1)): Delivery => ({
    ...delivery,
    state: 'delivered',
    attempts: 1,
    nextAttemptAt: null,
    lastAttemptAt: at,
    responseStatus: 204,
    responseBody: 'fine',
    updatedAt: at,
  });

  describe(`Delivery contract, ${adapter}`, () => {
    const queues: string[] = [];
    const aDue = (number: number, queue = anId()) => {
      queues.push(queue);
      return aDelivery({ createdAt: minute(number), queue });
    };
    afterEach(() =>
      open().work.run(async (tx) => {
        for (const queue of queues.splice(0)) await tx.deliveries.removeQueue(queue);
      }),
    );

    it('stores deliveries unchanged, and lists the deliveries of a queue, the newest first', async () => {
      const { deliveries, work } = open();
      const first = aDue(1);
      const second = aDelivery({ queue: first.queue, createdAt: minute(2) });
      await add(first, second, aDue(3));
      expect(await deliveries.find(second.id)).to.deep.equal(second);
      await work.run((tx) => tx.deliveries.save(ended(first)));
      const query = { page: 1, pageSize: 10, queue: first.queue };
      expect((await deliveries.list(query)).items).to.deep.equal([second, ended(first)]);
      expect(await deliveries.list({ ...query, state: 'delivered' })).to.include({ total: 1 });
      expect(idsOf((await deliveries.list({ ...query, type: 'another' })).items)).to.deep.equal([]);
    });

    it('take leases the first delivery of each due queue to one process until the lease ends', async () => {
      const [one, other, later] = [aDue(1), aDue(2), aDue(5)];
      await add(one, aDelivery({ queue: one.queue, createdAt: minute(1) }), other, later);
      expect(await take(minute(0))).to.deep.equal([]);
      expect(await take(minute(2), leaseUntil(4), { limit: 1 })).to.deep.equal([one.id]);
      expect(await take(minute(2), leaseUntil(4))).to.deep.equal([other.id]);
      expect(await take(minute(3))).to.deep.equal([]);
      expect(await take(minute(5))).to.have.members([one.id, other.id, later.id]);
    });

    it('take leases at most the given number of queues of each receiver, and none from which the process sends', async () => {
      const { work } = open();
      const urls = [
        'https://one.example/',
        'HTTPS://One.example:8443/x',
        'https://one.example?x',
        'https://[2001:db8::1]/',
      ];
      const hooks = urls.map((url) => aWebhook({ url }));
      await work.run(async (tx) => {
        for (const webhook of hooks) await tx.webhooks.add(webhook);
      });
      const [one, two, three, other, mail] = [...hooks.map(({ id }, number) => aDue(number, id)), aDue(9)];
      const added = [one, two, three, other, mail].flatMap((delivery) => delivery ?? []);
      await add(...added);
      const ids = idsOf(added);
      const limits = { perReceiver: 2 };
      expect(await take(minute(9), leaseUntil(10), limits)).to.have.members([ids[0], ids[1], ids[3], ids[4]]);
      expect(await take(minute(9), leaseUntil(10), { perReceiver: 2, sending: [one?.queue ?? ''] })).to.deep.equal([
        ids[2],
      ]);
      // The leases have ended. The process still sends from two queues of the receiver, and takes neither them nor the
      // third.
      const sending = [one?.queue ?? '', two?.queue ?? '', other?.queue ?? ''];
      expect(await take(minute(11), leaseUntil(12), { perReceiver: 2, sending })).to.deep.equal([ids[4]]);
      expect(await take(minute(11), leaseUntil(12), { perReceiver: 3, sending })).to.deep.equal([ids[2]]);
      await work.run(async (tx) => {
        for (const { id } of hooks) await tx.webhooks.remove(id);
      });
    });

    it('extend extends a lease until another process has taken the queue', async () => {
      const { work } = open();
      const [first, second] = [aDue(1), aDue(1)];
      await add(first, second);
      const lease = leaseUntil(3);
      await take(minute(1), lease);
      const extend = (until: Date) =>
        work.run((tx) => {
          const leases = [first, second].map(({ queue }) => ({ queue, leaseId: lease.id }));
          return tx.deliveries.extend(leases, until);
        });
      expect(await extend(minute(6))).to.have.members([first.queue, second.queue]);
      expect(await take(minute(5))).to.deep.equal([]);
      expect(await take(minute(6), leaseUntil(20), { limit: 1, sending: [first.queue] })).to.deep.equal([second.id]);
      expect(await extend(minute(30))).to.deep.equal([first.queue]);
      expect(await take(minute(20))).to.deep.equal([second.id]);
    });

    it('a released queue with deliveries that are due is taken after the queues that became due before the release', async () => {
      const { work } = open();
      const [first, second] = [aDue(1), aDue(2)];
      await add(first, second);
      await take(minute(1), leaseUntil(9), { limit: 1 });
      await work.run((tx) => tx.deliveries.release(first.queue, minute(3)));
      // A further delivery does not change the time at which the queue is due.
      await add(aDelivery({ queue: first.queue, createdAt: minute(4) }));
      expect(await take(minute(5), leaseUntil(9), { limit: 1 })).to.deep.equal([second.id]);
      expect(await take(minute(5), leaseUntil(9), { limit: 1 })).to.deep.equal([first.id]);
    });

    it('takeNext returns the next delivery of a leased queue and extends the lease', async () => {
      const { work } = open();
      const first = aDue(1);
      const second = aDelivery({ queue: first.queue, createdAt: minute(1) });
      await add(first, second);
      const lease = leaseUntil(3);
      await take(minute(1), lease);
      const next = await work.run(async (tx) => {
        expect(await tx.deliveries.lockLeased(first.queue, anId())).to.equal(false);
        expect(await tx.deliveries.lockLeased(first.queue, lease.id)).to.equal(true);
        await tx.deliveries.save(ended(first));
        return tx.deliveries.takeNext(first.queue, minute(2), { ...lease, until: minute(9) });
      });
      expect(next?.id).to.equal(second.id);
      expect(await take(minute(8))).to.deep.equal([]);
    });

    it('a released queue is due when its first waiting delivery is due', async () => {
      const { work, deliveries } = open();
      const first = aDue(1);
      await add(first, aDelivery({ queue: first.queue, createdAt: minute(1) }));
      const lease = leaseUntil(9);
      await take(minute(1), lease);
      await work.run(async (tx) => {
        await tx.deliveries.save({ ...first, attempts: 1, nextAttemptAt: minute(3) });
        expect(await tx.deliveries.takeNext(first.queue, minute(2), lease)).to.equal(undefined);
        await tx.deliveries.release(first.queue, minute(2));
      });
      expect(await deliveries.nextDue()).to.deep.equal(minute(3));
      expect(await take(minute(2))).to.deep.equal([]);
      expect(await take(minute(3))).to.deep.equal([first.id]);
    });

    it('take returns nothing from queues of other kinds, paused queues and empty queues', async () => {
      const { work } = open();
      const first = aDue(1);
      await add(first);
      expect(await take(minute(1), leaseUntil(2), {}, 'mail')).to.deep.equal([]);
      await work.run((tx) => tx.deliveries.setPaused(first.queue, 'webhook', true));
      expect(await take(minute(1))).to.deep.equal([]);
      await work.run((tx) => tx.deliveries.setPaused(first.queue, 'webhook', false));
      await work.run(async (tx) => {
        const stored = await tx.deliveries.lock(first.id);
        expect(stored).to.deep.equal(first);
        await tx.deliveries.save(ended(first));
        await tx.deliveries.schedule(first.queue);
      });
      expect(await take(minute(1))).to.deep.equal([]);
    });

    it('removes a queue with its deliveries, and removes deliveries that ended before a given time', async () => {
      const { work, deliveries } = open();
      const [old, recent, waiting] = [aDue(1), aDue(1), aDue(1)];
      await add(old, recent, waiting);
      await work.run(async (tx) => {
        await tx.deliveries.save(ended(old, minute(1)));
        await tx.deliveries.save(ended(recent, minute(3)));
      });
      expect(await work.run((tx) => tx.deliveries.removeEnded(minute(3), 10))).to.equal(1);
      expect(await deliveries.find(old.id)).to.equal(undefined);
      await work.run((tx) => tx.deliveries.removeQueue(recent.queue));
      expect(await deliveries.find(recent.id)).to.equal(undefined);
      expect(await deliveries.find(waiting.id)).to.deep.equal(waiting);
    });
  });
}
