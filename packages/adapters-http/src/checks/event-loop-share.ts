/** Limits the event loop time that one kind of work uses. */
export interface EventLoopShare {
  /** Waits until the caller may continue with the work. Callers continue in the order of their calls. */
  readonly next: () => Promise<void>;
  /** Must be called for each new connection of a client. */
  readonly connected: () => void;
}

/** Maximum time that new connections can delay the work, in milliseconds. */
const maxPostponedMs = 500;

/**
 * Limits the time that one kind of work takes in each turn of the event loop. Waiting callers are resumed until `ms`
 * milliseconds have passed. The remaining callers wait for the next turn, so that other requests can run first. Node
 * accepts only one connection in each turn, so long turns would delay new connections. The work therefore pauses while
 * new connections arrive, for at most `maxPostponedMs`.
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
      // A `nextTick` callback that a microtask queues runs after all promise callbacks of the caller that was just
      // resumed. The time of these promise callbacks therefore counts towards `ms`.
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
