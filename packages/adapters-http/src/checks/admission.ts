import { HttpError, overloadedMessage } from '../responses/http-error.ts';

/** Maximum numbers of requests of a process that wait for the store or are served by it. */
export interface AdmissionLimits {
  readonly reads: number;
  readonly writes: number;
}

/**
 * Calls `work` unless the limit for its kind is reached.
 * @throws {HttpError} overloaded, before any work
 */
export type Admit = <T>(kind: keyof AdmissionLimits, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many requests a process serves at once. A request that was admitted may wait for its turn, but one that
 * cannot be admitted is refused at once, so the wait is limited by the length of the queue and not by a time limit.
 * Reading the body of a request and sending its response do not count, because a slow client must not take a place.
 */
export function admission(limits: AdmissionLimits): Admit {
  const admitted = { reads: 0, writes: 0 };
  return async (kind, work) => {
    if (admitted[kind] >= limits[kind]) throw new HttpError('overloaded', overloadedMessage);
    admitted[kind] += 1;
    try {
      return await work();
    } finally {
      admitted[kind] -= 1;
    }
  };
}

/** Limits the event loop time that one kind of work uses. */
export interface EventLoopShare {
  /** Waits until the caller may continue with the work. Callers continue in the order of their calls. */
  readonly next: () => Promise<void>;
  /** Must be called for each new connection of a client. */
  readonly connected: () => void;
}

/** Tells whether requests arrived lately that do not wait for a share of the event loop. */
export interface RecentReads {
  /** Must be called for each of these requests. */
  readonly began: () => void;
  /** Whether `began` was called in the last `recentMs` milliseconds. */
  readonly areRecent: () => boolean;
}

/** While all cores are busy, several hundred milliseconds may pass until the next read begins. */
const recentMs = 2000;

/**
 * Returns an object that remembers when the last of these requests began.
 * @param now returns a time in milliseconds that only increases
 */
export function recentReads(now = (): number => performance.now()): RecentReads {
  let lastAt = -Infinity;
  return {
    began: () => {
      lastAt = now();
    },
    areRecent: () => now() - lastAt < recentMs,
  };
}

/** The work rests for this many times its last duration if other programs used the cores meanwhile. */
const restFactor = 3;
const maxRestMs = 50;

/** Maximum time that new connections can delay the work, in milliseconds. */
const maxPostponedMs = 500;

/**
 * Limits the time that one kind of work takes in each turn of the event loop. Waiting callers are resumed until `ms`
 * milliseconds have passed. The remaining callers wait for the next turn, so that other requests can run first. Node
 * accepts only one connection in each turn, so long turns would delay new connections. The work therefore pauses while
 * new connections arrive, for at most `maxPostponedMs`.
 * While other programs use all cores, the operating system lets a thread that always has work wait longer for a core than
 * one that often sleeps. The work therefore rests after a turn for which this process had less than half of a core.
 * @param isNeeded returns whether other work may have to run first. If not, callers continue at once, because waiting
 * takes a tenth of the processor time of a short change.
 * @param cpuTime returns the CPU time of the process in milliseconds
 */
export function eventLoopShare(ms: number, isNeeded = () => true, cpuTime = cpuTimeOfProcess): EventLoopShare {
  const waiting: (() => void)[] = [];
  let hasConnected = false;
  let postponedSince: number | undefined;
  const isPostponed = (): boolean => {
    const now = performance.now();
    postponedSince = hasConnected ? (postponedSince ?? now) : undefined;
    hasConnected = false;
    return postponedSince !== undefined && now - postponedSince < maxPostponedMs;
  };
  const turn = (): void => {
    if (isPostponed()) {
      setImmediate(turn);
      return;
    }
    const start = performance.now();
    const cpuStart = cpuTime();
    const resumeOne = (): void => {
      waiting.shift()?.();
      // A `nextTick` callback that a microtask queues runs after all promise callbacks of the caller that was just
      // resumed. The time of these promise callbacks therefore counts towards `ms`.
      if (waiting.length > 0) queueMicrotask(() => process.nextTick(resumeOrYield));
    };
    const resumeOrYield = (): void => {
      const duration = performance.now() - start;
      if (duration < ms) resumeOne();
      else if (duration > 2 * ms && cpuTime() - cpuStart < duration / 2) setTimeout(turn, restOf(duration));
      else setImmediate(turn);
    };
    resumeOne();
  };
  return {
    next: async () => {
      if (waiting.length === 0 && !isNeeded()) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(turn);
      });
    },
    connected: () => {
      hasConnected = true;
    },
  };
}

const restOf = (duration: number): number => Math.min(maxRestMs, restFactor * duration);

function cpuTimeOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
