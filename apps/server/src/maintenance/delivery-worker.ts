import { setMaxListeners } from 'node:events';
import type {
  DeliveryShutdown,
  DeliveryViews,
  DeliveryWork,
  LeasedDelivery,
  QueueEvents,
} from '@portcullis/application';
import type { Logger } from 'pino';
import type { WakeUp } from '../adapters/wake-up.ts';
import { WakeablePause } from './wakeable-pause.ts';

interface WorkerOptions {
  readonly queueEvents: QueueEvents;
  readonly work: DeliveryWork;
  readonly deliveries: Pick<DeliveryViews, 'nextDue'>;
  readonly wakeUp: WakeUp;
  readonly log: Pick<Logger, 'warn'>;
}

export interface DeliveryWorker {
  /**
   * Stops the worker. It begins no further attempts, and aborts attempts that do not end within 2 s. Aborted attempts
   * are repeated by another process, or after the next start.
   */
  readonly stop: () => Promise<void>;
}

/** Maximum number of queues from which a process sends simultaneously. */
const maxQueues = 16;
/** The pause between two polls of the database while at least one webhook is enabled, in milliseconds. */
const pollMs = 1000;
/**
 * Maximum pause between two polls of the database while no webhook is enabled, in milliseconds. If a mail or another
 * delivery is due earlier, the pause is shorter. Polling is needed because another process may have stored a delivery
 * and then ended.
 */
const idleMs = 30_000;
const stopMs = 2000;

/**
 * Queues events for webhooks and sends due deliveries. Every process runs one worker, unless DELIVERIES is `false`. The
 * worker polls the database, and use cases in the same process can wake it earlier.
 */
export function startDeliveryWorker({ queueEvents, work, deliveries, wakeUp, log }: WorkerOptions): DeliveryWorker {
  const cancelling = new AbortController();
  // Every request in flight adds a listener to this signal. By default, Node warns about more than 10 listeners.
  setMaxListeners(maxQueues, cancelling.signal);
  const stopping = new AbortController();
  const shutdown: DeliveryShutdown = { isStopping: () => stopping.signal.aborted, cancel: cancelling.signal };
  const sending = new Set<Promise<unknown>>();
  const { wake, beginRound, wait } = new WakeablePause();

  const failed = (error: unknown): void => log.warn({ err: error }, 'deliveries failed');

  const send = (taken: LeasedDelivery): void => {
    const sent = work.send(taken, shutdown).catch(failed);
    sending.add(sent);
    void sent.finally(() => {
      sending.delete(sent);
      wake();
    });
  };

  /** @returns the pause until the next round, in milliseconds */
  const round = async (): Promise<number> => {
    let queued = await queueEvents();
    while (queued !== undefined && queued > 0 && !shutdown.isStopping()) queued = await queueEvents();
    const due = await deliveries.nextDue();
    const isFree = sending.size < maxQueues && !shutdown.isStopping();
    if (isFree && due !== undefined && due.getTime() <= Date.now()) {
      for (const taken of await work.take(maxQueues - sending.size)) send(taken);
    }
    if (queued !== undefined) return pollMs;
    return due === undefined ? idleMs : Math.min(Math.max(due.getTime() - Date.now(), pollMs), idleMs);
  };

  const run = async (): Promise<void> => {
    while (!shutdown.isStopping()) {
      beginRound();
      const ms = await round().catch((error: unknown) => {
        failed(error);
        return pollMs;
      });
      if (!shutdown.isStopping()) await wait(ms);
    }
  };

  wakeUp.listen(wake);
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      wakeUp.listen(undefined);
      wake();
      await running;
      const timer = setTimeout(() => cancelling.abort(), stopMs);
      await Promise.all(sending);
      clearTimeout(timer);
    },
  };
}
