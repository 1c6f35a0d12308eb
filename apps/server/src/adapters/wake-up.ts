import type { DeliveryWakeUp } from '@portcullis/application';

/** Lets the use cases that store deliveries wake the worker that sends them in this process. */
export class WakeUp implements DeliveryWakeUp {
  #listener: (() => void) | undefined;

  readonly wake = (): void => this.#listener?.();

  /** Sets the function that `wake` calls; undefined removes it. */
  readonly listen = (listener: (() => void) | undefined): void => {
    this.#listener = listener;
  };
}
