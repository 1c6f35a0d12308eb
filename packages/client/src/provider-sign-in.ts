import type { components } from './openapi.ts';
import type { StringStorage } from './tokens.ts';

/** The storage for the state of a sign-in until the browser returns from the provider, such as `sessionStorage`. */
export type SignInStorage = StringStorage;

/**
 * Whether a sign-in opens a session, links the account at the provider to the user who is logged in, or authenticates
 * this user again (step-up).
 */
export type SignInIntent = 'log-in' | 'link' | 'step-up';

/**
 * The reason why a sign-in failed. `sign-in-invalid` means that the sign-in is unknown, for example because another
 * page started it, because its result was already read, or because a later sign-in has replaced it.
 */
export type SignInError = 'access-denied' | 'expired' | 'provider-failed' | 'sign-in-invalid';

/** What `startSignIn` needs. */
export interface SignInRequest {
  /** The URL of the service, with or without `/api`. Default: the origin of the page. */
  readonly baseUrl?: string;
  /** The key of the provider. */
  readonly provider: string;
  /** The URL to which the browser returns. Its origin must be that of the service or be listed in `CORS_ORIGINS`. */
  readonly returnTo: string;
  /** Default: `log-in`. */
  readonly intent?: SignInIntent;
  /** The storage for the secret of the sign-in until the browser returns. A second sign-in replaces the first. */
  readonly storage: SignInStorage;
}

/** The result of a sign-in, after the browser has returned from the provider. */
export type ReturnedSignIn = {
  readonly intent: SignInIntent;
  /** The URL of the page without the parameter `ticket` or `error`, which the service has added. */
  readonly url: string;
} & (
  | { readonly error: SignInError; readonly proof?: undefined }
  | {
      readonly error?: undefined;
      readonly provider: string;
      /**
       * The argument of `exchange`, or the body of the operation that links an identity or of the step-up. It works
       * only once, and only for one minute.
       */
      readonly proof: components['schemas']['TicketBody'];
    }
);

interface Waiting {
  readonly provider: string;
  readonly intent: SignInIntent;
  readonly verifier: string;
}

const key = 'portcullis.sign-in';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Starts a sign-in at a provider: stores a new secret, and returns the URL that the page must open. The function needs
 * `crypto.subtle`, which browsers offer only to pages with `https` and to pages from `localhost`.
 * @example
 * location.assign(await startSignIn({ provider: 'corp', returnTo: location.href, storage: sessionStorage }));
 */
export async function startSignIn({
  baseUrl = '',
  provider,
  returnTo,
  intent = 'log-in',
  storage,
}: SignInRequest): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({ return_to: returnTo, challenge: base64url(new Uint8Array(hash)) });
  const waiting: Waiting = { provider, intent, verifier };
  storage.setItem(key, JSON.stringify(waiting));
  const origin = baseUrl.replace(/\/(?:api\/?)?$/, '');
  return `${origin}/api/auth/oidc/${encodeURIComponent(provider)}/start?${query.toString()}`;
}

/**
 * Reads the result of a sign-in from the URL of the page, and removes the secret from the storage. Afterwards, the page
 * should replace its URL with `url`, so that the history contains no ticket.
 * @param href the URL of the page
 * @returns undefined if the URL contains no result of a sign-in
 * @example
 * const portcullis = createClient();
 * const returned = readSignInResult(location.href, sessionStorage);
 * if (returned !== undefined) history.replaceState(undefined, '', returned.url);
 * if (returned?.proof !== undefined) await portcullis.exchange(returned.proof);
 */
export function readSignInResult(href: string, storage: SignInStorage): ReturnedSignIn | undefined {
  const url = new URL(href);
  const ticket = url.searchParams.get('ticket');
  const error = url.searchParams.get('error');
  if (ticket === null && !isSignInError(error)) return undefined;
  const waiting = waitingIn(storage);
  storage.removeItem(key);
  url.searchParams.delete('ticket');
  url.searchParams.delete('error');
  const returned = { intent: waiting?.intent ?? 'log-in', url: url.href };
  if (isSignInError(error)) return { ...returned, error };
  if (ticket === null || waiting === undefined) return { ...returned, error: 'sign-in-invalid' };
  return { ...returned, provider: waiting.provider, proof: { ticket, verifier: waiting.verifier } };
}

const isSignInError = (text: string | null): text is SignInError =>
  text === 'access-denied' || text === 'expired' || text === 'provider-failed' || text === 'sign-in-invalid';

function waitingIn(storage: SignInStorage): Waiting | undefined {
  const stored = storage.getItem(key);
  if (stored === null) return undefined;
  const waiting: Waiting = JSON.parse(stored);
  return waiting;
}
