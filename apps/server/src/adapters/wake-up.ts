import type { DeliveryWakeUp } from '@portcullis/application';

/** Connects the use cases that store deliveries with the worker of this process that sends them. */
export class WakeUp implements DeliveryWakeUp {
  #listener: (() => void) | undefined;

  readonly wake = (): void => this.#listener?.();

  /** Sets the function that `wake` calls; undefined removes it. */
  readonly listen = (listener: (() => void) | undefined): void => {
    this.#listener = listener;
  };
}
