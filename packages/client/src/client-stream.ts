import { liveMessages, type LiveMessage, type StreamOptions } from './live-messages.ts';
import { PortcullisError } from './portcullis-error.ts';
import type { Fetch } from './send.ts';
import { parseJson, type Tokens, type TokenStore } from './tokens.ts';

const path = '/api/me/stream';

export interface ClientStreamOptions {
  readonly origin: string;
  readonly fetchResponse: Fetch;
  readonly store: TokenStore;
  readonly renewTokens: (used: Tokens, refusal: PortcullisError) => Promise<Tokens>;
  /** Called before the stream yields a message after which the operations of the user may be others. */
  readonly onAccessChanged: () => void;
}

/** Yields the messages of the service for the user whose tokens are in the store. */
export async function* clientStream(
  { origin, fetchResponse, store, renewTokens, onAccessChanged }: ClientStreamOptions,
  options?: StreamOptions,
): AsyncGenerator<LiveMessage, void, undefined> {
  let used: Tokens | undefined;

  async function connect(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
    used = await store.read();
    const request = new Request(`${origin}${path}`, { headers, signal });
    if (used !== undefined) request.headers.set('Authorization', `Bearer ${used.accessToken}`);
    const response = await fetchResponse(request);
    if (response.ok) return response;
    throw new PortcullisError({ verb: 'get', path }, response, parseJson(await response.text()));
  }

  async function renew(refusal: PortcullisError): Promise<void> {
    if (used === undefined) throw refusal;
    await renewTokens(used, refusal);
  }

  for await (const message of liveMessages({ connect, renew }, options)) {
    if (message.type === 'access.changed' || message.type === 'reset') onAccessChanged();
    yield message;
  }
}
