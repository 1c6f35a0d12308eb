import type { LiveUpdates } from '@portcullis/application/internal/live/live-updates';
import type { Database } from '@portcullis/adapters-persistence';
import type { Logger } from 'pino';
import type { WakeUp } from '../adapters/wake-up.ts';
import { WakeablePause } from './wakeable-pause.ts';

interface LiveFeedOptions {
  readonly liveUpdates: Pick<LiveUpdates, 'openStreams' | 'read' | 'tick'>;
  readonly wakeUp: WakeUp;
  readonly signals: Database['signals'];
  readonly log: Pick<Logger, 'warn'>;
}

export interface LiveFeed {
  /** Stops reading events. Resolves when a read in progress has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * The pause between two reads, in milliseconds. It is short, because some connection poolers do not forward PostgreSQL
 * notifications.
 */
const pollMs = 500;
const tickMs = 1000;

/**
 * Sends new events to the streams of this process. It reads the event log immediately after a transaction of this
 * process, immediately after a notification from another process, and at an interval. While no stream is open, it reads
 * nothing.
 */
export function startLiveFeed({ liveUpdates, wakeUp, signals, log }: LiveFeedOptions): LiveFeed {
  const { wake, beginRound, wait } = new WakeablePause();
  const stopping = new AbortController();
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

  const round = async (): Promise<void> => {
    if (liveUpdates.openStreams === 0) return;
    if (!isListening) signals.listen(wake);
    isListening = true;
    await attempt(() => liveUpdates.read());
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      beginRound();
      await round();
      if (!stopping.signal.aborted) await wait(pollMs);
    }
  };

  let ticking = Promise.resolve();
  const ticks = setInterval(() => {
    if (liveUpdates.openStreams > 0) ticking = ticking.then(() => attempt(() => liveUpdates.tick()));
  }, tickMs);
  wakeUp.listen(wake);
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(ticks);
      wakeUp.listen(undefined);
      wake();
      await Promise.all([running, ticking]);
    },
  };
}
