import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryWork, LeasedDelivery } from '@portcullis/application/internal/deliveries/send-deliveries';
import { aDelivery } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { WakeUp } from '../../src/adapters/wake-up.ts';
import { startDeliveryWorker } from '../../src/maintenance/delivery-worker.ts';

/** The margin is large, so that a busy machine does not cancel too late. */
const leaseTimes = { lease: 2000, extend: 300, margin: 1000 };

describe('The worker that sends deliveries', () => {
  /** Starts a worker with one delivery whose attempt ends only when it is cancelled. */
  const start = (extend: (sending: readonly LeasedDelivery[]) => Promise<readonly LeasedDelivery[]>) => {
    const startedAt = performance.now();
    const waiting: LeasedDelivery[] = [{ delivery: aDelivery(), leaseId: 'lease' }];
    let cancelledAfterMs: number | undefined;
    const work: DeliveryWork = {
      take: async () => waiting.splice(0),
      extend,
      send: (_taken, { cancel }) =>
        new Promise((resolve) => {
          cancel.addEventListener('abort', () => {
            cancelledAfterMs = performance.now() - startedAt;
            resolve(0);
          });
        }),
    };
    const stop = startDeliveryWorker({
      queueEvents: async () => undefined,
      work,
      deliveries: { nextDue: async () => new Date(0) },
      wakeUp: new WakeUp(),
      log: { warn: () => undefined },
      leaseTimes,
    });
    return { stop, cancelledAfterMs: () => cancelledAfterMs };
  };

  it('continues an attempt that takes longer than the lease, because it extends the lease', async () => {
    const { stop, cancelledAfterMs } = start(async (sending) => sending);
    await sleep(leaseTimes.lease * 2);
    expect(cancelledAfterMs()).to.equal(undefined);
    await stop();
  });

  const failures: Readonly<Record<string, () => Promise<readonly LeasedDelivery[]>>> = {
    'fails to extend it': () => Promise.reject(new Error('The database cannot be reached.')),
    'has lost it': async () => [],
    'waits for the database': () => new Promise(() => undefined),
  };
  for (const [name, extend] of Object.entries(failures)) {
    it(`cancels an attempt before its lease ends if it ${name}`, async () => {
      const { stop, cancelledAfterMs } = start(extend);
      await sleep(leaseTimes.lease);
      expect(cancelledAfterMs()).to.be.within(leaseTimes.lease - leaseTimes.margin - 50, leaseTimes.lease);
      await stop();
    });
  }

  it('cancels an attempt 2 s after it was stopped', async () => {
    const { stop } = start(async (sending) => sending);
    await sleep(50);
    const stoppedAt = performance.now();
    await stop();
    expect(performance.now() - stoppedAt).to.be.within(1900, 4000);
  });
});
