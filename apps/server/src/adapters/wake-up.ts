import type { DeliveryWakeUp } from '@portcullis/application/internal/ports/delivery-senders';

/** Lets use cases wake a background task of the same process, such as the worker that sends webhook deliveries. */
export class WakeUp implements DeliveryWakeUp {
  #listener: (() => void) | undefined;

  readonly wake = (): void => this.#listener?.();

  /** Sets the function that `wake` calls; undefined removes it. */
  readonly listen = (listener: (() => void) | undefined): void => {
    this.#listener = listener;
  };
}

/** Returns a function that calls all of these functions. */
export const callAll =
  (...callees: readonly (() => void)[]) =>
  (): void => {
    for (const call of callees) call();
  };
