import { Agent, type IncomingMessage, request } from 'node:http';

/** A request of a test. `method` is GET by default. */
export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** The address of this machine that the server sees. */
  readonly localAddress?: string;
}

/** A response with its whole body. */
export interface TestResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** The body as text; empty if it is an event stream, which does not end and is therefore not read. */
  readonly text: string;
}

/** Connections are closed after two idle seconds: before the server closes them, perhaps while a request is on its way. */
const agent = new Agent({ keepAlive: true, timeout: 2000 });

/**
 * Sends a request over HTTP. Tests send tens of thousands of requests, and `fetch` needs four times the CPU time of this
 * function. Redirects are not followed. Rejects if the connection fails.
 */
export async function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body, ...connection }: TestRequest = {},
): Promise<TestResponse> {
  const content = body === undefined ? undefined : Buffer.from(body);
  const length = content === undefined ? {} : { 'Content-Length': content.length };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      ...connection,
      method,
      agent,
      headers: { 'User-Agent': 'node', ...length, ...headers },
    });
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.end(content);
  });
  const { statusCode = 0 } = response;
  return {
    status: statusCode,
    ok: statusCode >= 200 && statusCode < 300,
    headers: new Headers(pairsIn(response.rawHeaders)),
    text: await textOf(response),
  };
}

/** Returns names and values, which Node lists alternately. */
const pairsIn = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));

function textOf(response: IncomingMessage): Promise<string> {
  if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
    response.destroy();
    return Promise.resolve('');
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => resolve(Buffer.concat(chunks).toString()));
    response.once('error', reject);
  });
}
