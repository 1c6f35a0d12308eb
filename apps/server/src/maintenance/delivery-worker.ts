import {
  leaseMs,
  type DeliveryWork,
  type LeasedDelivery,
} from '@portcullis/application/internal/deliveries/send-deliveries';
import type { DeliveryViews } from '@portcullis/application/internal/ports/deliveries';
import type { queueEvents } from '@portcullis/application/internal/webhooks/queue-events';
import type { Logger } from 'pino';
import type { WakeUp } from '../adapters/wake-up.ts';
import { startLoop, type Loop } from './loop.ts';

interface WorkerOptions {
  readonly queueEvents: ReturnType<typeof queueEvents>;
  readonly work: DeliveryWork;
  readonly deliveries: Pick<DeliveryViews, 'nextDue'>;
  readonly wakeUp: WakeUp;
  readonly log: Pick<Logger, 'warn'>;
}

/** A queue from which this process sends. */
interface Sending {
  readonly ended: Promise<void>;
  readonly cancelling: AbortController;
  /** Cancels the attempt shortly before the lease ends. */
  timer: NodeJS.Timeout;
}

/** The pause between two polls of the database while at least one webhook is enabled, in milliseconds. */
const pollMs = 1000;
/**
 * Maximum pause between two polls of the database while no webhook is enabled, in milliseconds. If a mail or another
 * delivery is due earlier, the pause is shorter. Polling is needed because another process may have stored a delivery
 * and then ended.
 */
const idleMs = 10_000;
/** The pause between two extensions of the leases, in milliseconds. */
const extendMs = 4000;
/** The time between the cancellation of an attempt and the end of its lease, in milliseconds. */
const marginMs = 1000;
const stopMs = 2000;

/** @param leasedAt the time from `performance.now()` before the lease was requested */
const cancelBeforeEnd = (cancelling: AbortController, leasedAt: number): NodeJS.Timeout =>
  setTimeout(() => cancelling.abort(), leasedAt + leaseMs - marginMs - performance.now());

/**
 * Queues events for webhooks and sends due deliveries. Every process runs one worker, unless DELIVERIES is `false`. The
 * worker polls the database, and use cases in the same process can wake it earlier.
 * @returns a function that stops the worker. It begins no further attempts, and aborts attempts that do not end within
 * 2 s. Aborted attempts are repeated by another process, or after the next start.
 */
export function startDeliveryWorker({ queueEvents, work, deliveries, wakeUp, log }: WorkerOptions): Loop['stop'] {
  const sending = new Map<LeasedDelivery, Sending>();

  const failed = (error: unknown): void => log.warn({ err: error }, 'deliveries failed');

  const send = (taken: LeasedDelivery, leasedAt: number, { isStopping, wake }: Omit<Loop, 'stop'>): void => {
    const cancelling = new AbortController();
    const ended = work
      .send(taken, { isStopping, cancel: cancelling.signal })
      .then(() => undefined, failed)
      .finally(() => {
        clearTimeout(sending.get(taken)?.timer);
        sending.delete(taken);
        wake();
      });
    sending.set(taken, { ended, cancelling, timer: cancelBeforeEnd(cancelling, leasedAt) });
  };

  const extend = async (): Promise<void> => {
    const leasedAt = performance.now();
    for (const extended of await work.extend([...sending.keys()])) {
      const current = sending.get(extended);
      if (current === undefined) continue;
      clearTimeout(current.timer);
      current.timer = cancelBeforeEnd(current.cancelling, leasedAt);
    }
  };

  /** @returns the pause until the next round, in milliseconds */
  const round = async (loop: Omit<Loop, 'stop'>): Promise<number> => {
    const { isStopping } = loop;
    let queued = await queueEvents();
    while (queued !== undefined && queued > 0 && !isStopping()) queued = await queueEvents();
    const due = await deliveries.nextDue();
    if (!isStopping() && due !== undefined && due.getTime() <= Date.now()) {
      const leasedAt = performance.now();
      for (const taken of await work.take([...sending.keys()])) send(taken, leasedAt, loop);
    }
    if (queued !== undefined) return pollMs;
    return due === undefined ? idleMs : Math.min(Math.max(due.getTime() - Date.now(), pollMs), idleMs);
  };

  const extending = startLoop(async () => {
    if (sending.size > 0) await extend().catch(failed);
    return extendMs;
  });
  const rounds = startLoop((loop) =>
    round(loop).catch((error: unknown) => {
      failed(error);
      return pollMs;
    }),
  );
  wakeUp.listen(rounds.wake);
  return async () => {
    await rounds.stop();
    const timer = setTimeout(() => {
      for (const { cancelling } of sending.values()) cancelling.abort();
    }, stopMs);
    await Promise.all([...sending.values()].map(({ ended }) => ended));
    clearTimeout(timer);
    void extending.stop();
  };
}
