/** Headers by name. A header with several values is sent several times. */
export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

/** A response without the envelope, such as a page or a document in a standard format. */
export class RawResponse {
  readonly body: Buffer;
  readonly headers: ResponseHeaders;

  /** The HTTP status. If it is undefined, the response has the status of the route. */
  readonly status: number | undefined;

  constructor(body: Buffer, headers: ResponseHeaders, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
