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
  let hasStopped = false;
  let isWoken = false;
  let endPause: () => void = () => undefined;
  const wake = (): void => {
    isWoken = true;
    endPause();
  };
  const loop = { wake, isStopping: () => hasStopped };
  const run = async (): Promise<void> => {
    while (!hasStopped) {
      isWoken = false;
      const ms = await round(loop);
      if (!hasStopped) await pause(isWoken ? 0 : ms);
    }
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = run();
  return {
    ...loop,
    stop: () => {
      hasStopped = true;
      wake();
      return running;
    },
  };
}
