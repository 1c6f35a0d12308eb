import {
  leaseMs,
  type DeliveryWork,
  type LeasedDelivery,
} from '@portcullis/application/internal/deliveries/send-deliveries';
import { aDelivery } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { WakeUp } from '../../src/adapters/wake-up.ts';
import { startDeliveryWorker } from '../../src/maintenance/delivery-worker.ts';

describe('The worker that sends deliveries', () => {
  let timers: SinonFakeTimers;
  beforeEach(() => {
    timers = useFakeTimers();
  });
  afterEach(() => timers.restore());

  /** Starts a worker with one delivery whose attempt ends only when it is cancelled. */
  const start = async (extend: (sending: readonly LeasedDelivery[]) => Promise<readonly LeasedDelivery[]>) => {
    const waiting: LeasedDelivery[] = [{ delivery: aDelivery(), leaseId: 'lease' }];
    let isCancelled = false;
    const work: DeliveryWork = {
      take: async () => waiting.splice(0),
      extend,
      send: (_taken, { cancel }) =>
        new Promise((resolve) => {
          cancel.addEventListener('abort', () => {
            isCancelled = true;
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
    });
    await timers.tickAsync(0);
    return { stop, isCancelled: () => isCancelled };
  };

  it('continues an attempt that takes longer than the lease, because it extends the lease', async () => {
    const { stop, isCancelled } = await start(async (sending) => sending);
    await timers.tickAsync(leaseMs * 3);
    expect(isCancelled()).to.equal(false);
    void stop();
  });

  const failures: Readonly<Record<string, () => Promise<readonly LeasedDelivery[]>>> = {
    'fails to extend it': () => Promise.reject(new Error('The database cannot be reached.')),
    'has lost it': async () => [],
    'waits for the database': () => new Promise(() => undefined),
  };
  for (const [name, extend] of Object.entries(failures)) {
    it(`cancels an attempt 1 s before its lease ends if it ${name}`, async () => {
      const { stop, isCancelled } = await start(extend);
      await timers.tickAsync(leaseMs - 1001);
      expect(isCancelled()).to.equal(false);
      await timers.tickAsync(1);
      expect(isCancelled()).to.equal(true);
      await stop();
    });
  }

  it('cancels an attempt 2 s after it was stopped', async () => {
    const { stop, isCancelled } = await start(async (sending) => sending);
    const stopped = stop();
    await timers.tickAsync(1999);
    expect(isCancelled()).to.equal(false);
    await timers.tickAsync(1);
    expect(isCancelled()).to.equal(true);
    await stopped;
  });
});
