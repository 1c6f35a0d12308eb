import type { LiveUpdates } from '@portcullis/application/internal/live/live-updates';
import type { Database } from '@portcullis/adapters-persistence';
import type { Logger } from 'pino';
import type { WakeUp } from '../adapters/wake-up.ts';
import { startLoop, type Loop } from './loop.ts';

interface LiveFeedOptions {
  readonly liveUpdates: Pick<LiveUpdates, 'openStreams' | 'read' | 'tick'>;
  readonly wakeUp: WakeUp;
  readonly signals: Database['signals'];
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * The pause between two reads, in milliseconds. It is short, because some connection poolers do not forward PostgreSQL
 * notifications.
 */
const pollMs = 500;
const tickMs = 1000;

/**
 * Sends new events to the streams of this process. It reads the event log at an interval and, once a stream was open,
 * also immediately after a transaction of this process and a notification from another process. While no stream is open,
 * it reads nothing.
 * @returns a function that stops the feed, and resolves when a read in progress has ended
 */
export function startLiveFeed({ liveUpdates, wakeUp, signals, log }: LiveFeedOptions): Loop['stop'] {
  let isListening = false;
  let hasFailed = false;

  /** Runs `work`. Logs only the first of several consecutive failures. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'live updates failed');
      hasFailed = true;
    }
  };
  const reads = startLoop(async ({ wake }) => {
    if (liveUpdates.openStreams === 0) return pollMs;
    if (!isListening) {
      wakeUp.listen(wake);
      signals.listen(wake);
      isListening = true;
    }
    await attempt(() => liveUpdates.read());
    return pollMs;
  });
  const ticks = startLoop(async () => {
    if (liveUpdates.openStreams > 0) await attempt(() => liveUpdates.tick());
    return tickMs;
  });
  return async () => {
    await Promise.all([reads.stop(), ticks.stop()]);
  };
}
