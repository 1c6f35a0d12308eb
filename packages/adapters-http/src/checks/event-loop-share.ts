/** Limits the event loop time of one kind of work. */
export interface EventLoopShare {
  /** Waits until the work may continue. The promises resolve in the order of the calls. */
  readonly next: () => Promise<void>;
  /** Must be called for each new connection. */
  readonly connected: () => void;
}

/** Maximum time that new connections can delay the work, in milliseconds. */
const maxPostponedMs = 500;

/**
 * Limits the time that one kind of work takes in each turn of the event loop. Callers are resumed until `ms`
 * milliseconds have passed; the others wait for the next turn, so that other requests run in between. Because Node
 * accepts only one connection in each turn, the work pauses while new connections arrive, for at most `maxPostponedMs`.
 */
export function eventLoopShare(ms: number): EventLoopShare {
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
    const end = performance.now() + ms;
    const resumeOne = (): void => {
      waiting.shift()?.();
      // A tick queued from a microtask runs after all promise callbacks of the caller that was just resumed, so the
      // time of these callbacks is counted.
      if (waiting.length > 0) queueMicrotask(() => process.nextTick(resumeOrYield));
    };
    const resumeOrYield = (): void => {
      if (performance.now() < end) resumeOne();
      else setImmediate(turn);
    };
    resumeOne();
  };
  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(turn);
      }),
    connected: () => {
      hasConnected = true;
    },
  };
}
