/** A pause between the rounds of a worker. Other code can end the pause early. */
export class WakeablePause {
  #isWoken = false;
  #end: (() => void) | undefined;

  /** Ends the current pause. If a round is running, the pause after this round ends immediately. */
  readonly wake = (): void => {
    this.#isWoken = true;
    this.#end?.();
  };

  /** Must be called before each round. Calls of `wake` before this call have no effect on the next pause. */
  readonly beginRound = (): void => {
    this.#isWoken = false;
  };

  /** Resolves after `ms` milliseconds, or earlier if `wake` is called. */
  readonly wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#isWoken ? 0 : ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
}
