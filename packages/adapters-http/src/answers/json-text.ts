/** The JSON of data that is sent many times, written once. */
export class WrittenJson<T> {
  readonly #text: string;

  constructor(data: T) {
    this.#text = JSON.stringify(data);
  }

  get text(): string {
    return this.#text;
  }
}

/** `data` as JSON; `undefined` is written as `null`. */
export const toJson = (data: unknown): string =>
  data instanceof WrittenJson ? data.text : JSON.stringify(data ?? null);
