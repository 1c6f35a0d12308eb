/** Data that is sent many times but serialized only once. Its bytes are copied into each response. */
export class SerializedJson<T> {
  readonly #bytes: Buffer;

  constructor(data: T) {
    this.#bytes = Buffer.from(JSON.stringify(data));
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}
