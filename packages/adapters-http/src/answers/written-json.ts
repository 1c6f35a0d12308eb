/** Data that is sent many times, as JSON that was written once: its bytes are copied into each answer, and not made again. */
export class WrittenJson<T> {
  readonly #bytes: Buffer;

  constructor(data: T) {
    this.#bytes = Buffer.from(JSON.stringify(data));
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}
