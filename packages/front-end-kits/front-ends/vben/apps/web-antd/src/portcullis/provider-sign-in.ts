import { useAppConfig } from '@vben/hooks';

/** A provider at which users can sign in. */
export interface Provider {
  key: string;
  name: string;
}

/** The result of a sign-in: either `ticket` and `verifier` for the login, or `error`. */
export interface ReturnedSignIn {
  error?: string;
  ticket?: string;
  verifier?: string;
}

/** The key in the session storage under which the verifier is stored until the browser comes back from the provider. */
const key = 'portcullis.sign-in';

const { apiURL } = useAppConfig(import.meta.env, import.meta.env.PROD);

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns the providers, or an empty array if the service has none or is unreachable. */
export async function fetchProviders(): Promise<Provider[]> {
  try {
    const response = await fetch(`${apiURL}/auth/providers`);
    const { data } = await response.json();
    return data ?? [];
  } catch {
    return [];
  }
}

/**
 * Leaves this page and begins a sign-in at a provider. This works only on pages with https and on pages of the local
 * machine, because `crypto.subtle` does not exist on other pages.
 */
export async function startSignIn(provider: string) {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(verifier),
  );
  const query = new URLSearchParams({
    challenge: base64url(new Uint8Array(hash)),
    return_to: window.location.href,
  });
  sessionStorage.setItem(key, verifier);
  window.location.assign(`${apiURL}/auth/oidc/${provider}/start?${query}`);
}

/**
 * Reads the result of a sign-in from the URL, and removes it from the URL.
 * @returns undefined if the URL contains no result
 */
export function returnedSignIn(): ReturnedSignIn | undefined {
  const url = new URL(window.location.href);
  const ticket = url.searchParams.get('ticket') ?? undefined;
  const error = url.searchParams.get('error') ?? undefined;
  if (!ticket && !error) return undefined;
  const verifier = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  url.searchParams.delete('ticket');
  url.searchParams.delete('error');
  window.history.replaceState(window.history.state, '', url);
  if (error) return { error };
  return verifier ? { ticket, verifier } : { error: 'sign-in-invalid' };
}
