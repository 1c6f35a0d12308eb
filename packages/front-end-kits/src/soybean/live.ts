import { liveMessages, PortcullisError, streamWhileVisible } from '@portcullis/client';

/** What the live updates need of the front end. */
export interface LiveOptions {
  /** The base URL of the API, to which `/me/stream` is appended. */
  readonly baseUrl: string;
  readonly accessToken: () => string | null;
  /**
   * Refreshes the access token if it has expired. For this purpose it sends a request, no matter which, with the request
   * function of the front end, which refreshes an expired token.
   */
  readonly renew: () => Promise<unknown>;
  /** Called when the rights, the menus or the account of the user may have changed. */
  readonly onChange: () => void;
  /** Called when the session has ended or the service refuses streams. Not called when the caller stops listening. */
  readonly onEnd: () => void;
}

/**
 * Listens for changes of the user's rights while the page is visible. @returns a function that stops listening
 * @example
 * const stop = () =>
 *   listenForChanges({
 *     baseUrl: '/api',
 *     accessToken: () => localStorage.getItem('token'),
 *     renew: () => fetch('/api/auth/profile'),
 *     onChange: () => location.reload(),
 *     onEnd: () => console.warn('The live updates have ended.'),
 *   });
 */
export function listenForChanges({ baseUrl, accessToken, renew, onChange, onEnd }: LiveOptions): () => void {
  let used = '';
  const connect = async (headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> => {
    used = accessToken() ?? '';
    const authorization = used === '' ? {} : { Authorization: `Bearer ${used}` };
    const response = await fetch(`${baseUrl}/me/stream`, { headers: { ...headers, ...authorization }, signal });
    if (response.ok) return response;
    throw new PortcullisError({ verb: 'get', path: '/api/me/stream' }, response, await response.json());
  };
  const renewed = async (refusal: PortcullisError): Promise<void> => {
    await renew();
    if ((accessToken() ?? '') === used) throw refusal;
  };
  return streamWhileVisible({
    page: document,
    open: (options) => liveMessages({ connect, renew: renewed }, options),
    onMessage: ({ type }) => {
      if (!type.startsWith('content.')) onChange();
    },
    onEnd,
  });
}
