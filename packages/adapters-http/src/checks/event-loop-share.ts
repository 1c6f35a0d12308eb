/** Event loop time for one kind of work. */
export interface EventLoopShare {
  /** Resolves in the order of the calls, when there is time for the caller. */
  readonly next: () => Promise<void>;
  /** To be called for each new connection. */
  readonly connected: () => void;
}

/** How long the arrival of connections can keep the work waiting, in milliseconds. */
const maxPostponedMs = 500;

/**
 * Bounds how long one kind of work holds the event loop: in each turn its callers are resumed only until `ms` milliseconds
 * have passed, and everything else that has arrived is looked at in between. Node accepts one connection in each turn, so
 * a long queue of new connections is accepted first: short turns, so that those at its end do not wait for all the work.
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
      // A tick queued from a microtask runs after all promise callbacks of the caller that was just resumed, so that the
      // time they take is counted.
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
