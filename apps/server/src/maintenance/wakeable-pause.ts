/** A pause between the rounds of a worker, which others can end. */
export class WakeablePause {
  #isWoken = false;
  #end: (() => void) | undefined;

  /** Ends the pause, or the next one if none has begun. */
  readonly wake = (): void => {
    this.#isWoken = true;
    this.#end?.();
  };

  /** Must be called before a round: a call of `wake` from then on shortens the pause after it. */
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
