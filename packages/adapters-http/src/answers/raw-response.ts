/** A response without the envelope, such as a page or a document in a standard format. */
export class RawResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;

  /** The HTTP status. If it is undefined, the response has the status of the route. */
  readonly status: number | undefined;

  constructor(body: Buffer, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
