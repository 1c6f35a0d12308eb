/** An answer that goes out as it is, without the envelope: a page, or a document whose form others have fixed. */
export class RawResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Buffer, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
