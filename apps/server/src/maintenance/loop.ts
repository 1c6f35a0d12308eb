/** Work that is repeated in the background. */
export interface Loop {
  /** Ends the current pause. If a round is running, the pause after this round ends immediately. */
  readonly wake: () => void;
  /** Whether the loop was stopped, so that a round must begin nothing new. */
  readonly isStopping: () => boolean;
  /** Starts no further round. Resolves when the running round has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Repeats `round`, which starts immediately, handles its errors, and returns the pause until the next round in
 * milliseconds.
 */
export function startLoop(round: (loop: Omit<Loop, 'stop'>) => Promise<number>): Loop {
  const stopping = new AbortController();
  let waking = new AbortController();
  const loop = { wake: () => waking.abort(), isStopping: () => stopping.signal.aborted };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      await pause(await round(loop), waking.signal);
    }
  };
  const running = run();
  return {
    ...loop,
    stop: () => {
      stopping.abort();
      waking.abort();
      return running;
    },
  };
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
