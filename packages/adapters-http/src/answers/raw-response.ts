/** A response without the envelope, such as a page or a document in a standard format. */
export class RawResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Buffer, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
