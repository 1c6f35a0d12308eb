import { setTimeout as delay } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import { type Reader, sql } from './postgres/reader.ts';

/** Assigns positions to committed events, so that readers of the event log see them. */
export interface EventNumbering {
  /**
   * Tries to assign positions to all events that were committed before the call. Resolves after `waitMs` at the latest,
   * even if some of these events have no position yet, so that a reader waits neither for the commit of another process
   * nor for a long backlog.
   * @throws {StoreFailure} if the database fails. A timeout is not an error.
   */
  readonly catchUp: () => Promise<void>;
}

const numberingLimits = {
  /** Maximum time in milliseconds that a reader waits for positions. */
  waitMs: 1000,
  /** Pause in milliseconds before the next attempt if another process is numbering events. */
  retryMs: 10,
  /** Maximum number of events in one transaction. Slow transactions are followed by smaller ones. */
  batch: 1000,
  /** A transaction that takes longer than this time, in milliseconds, is slow. */
  slowMs: 200,
} as const;

const numberEvents = sql`SELECT number_events($1) AS moved`;

/** Whether all events that were committed before a pass have a position after it. */
type Outcome = 'complete' | 'more' | 'busy';

/** Creates the numbering of a process. Its transactions run one after another and use one connection at a time. */
export function eventNumbering(reader: Reader): EventNumbering {
  let size: number = numberingLimits.batch;
  let running: Promise<Outcome> | undefined;
  let waiting: Promise<Outcome> | undefined;

  const pass = async (): Promise<Outcome> => {
    const [most, began] = [size, performance.now()];
    let moved: number | null = null;
    let isTooSlow = false;
    try {
      moved = (await reader.row<{ moved: number | null }>(numberEvents, [most]))?.moved ?? null;
    } catch (error) {
      if (!(error instanceof StoreFailure && error.kind === 'overloaded')) throw error;
      isTooSlow = true;
    }
    if (isTooSlow || performance.now() - began > numberingLimits.slowMs) size = Math.max(1, Math.floor(most / 4));
    else if (moved !== null && moved >= most) size = Math.min(numberingLimits.batch, most * 2);
    return moved === null ? 'busy' : moved >= most ? 'more' : 'complete';
  };

  /** Runs a pass that begins after this call. Callers that wait for a running pass share the pass after it. */
  const nextPass = (): Promise<Outcome> => {
    if (running === undefined) {
      running = pass().finally(() => (running = undefined));
      return running;
    }
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return nextPass();
      });
    return waiting;
  };

  const catchUpUntil = async (deadline: number): Promise<void> => {
    for (;;) {
      const outcome = await nextPass();
      if (outcome === 'complete' || performance.now() >= deadline) return;
      if (outcome === 'busy') await delay(numberingLimits.retryMs);
    }
  };

  return {
    catchUp: async () => {
      const { waitMs } = numberingLimits;
      const timer = new AbortController();
      try {
        await Promise.race([
          catchUpUntil(performance.now() + waitMs),
          delay(waitMs, undefined, { signal: timer.signal }),
        ]);
      } finally {
        timer.abort();
      }
    },
  };
}
