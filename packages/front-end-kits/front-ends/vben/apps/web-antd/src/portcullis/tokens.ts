import { useAccessStore } from '@vben/stores';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/**
 * All tabs share one stored pair of tokens. The store of vben cannot hold it: each tab writes the whole state of this
 * store after any change, so a tab with older tokens would overwrite newer ones.
 */
const key = `${import.meta.env.VITE_APP_NAMESPACE}-portcullis-tokens`;

/** How long a tab waits for the refresh of another tab, in milliseconds. A suspended tab may never finish. */
const waitMs = 20_000;

/** Returns undefined if no user is logged in. */
export function storedTokens(): Tokens | undefined {
  const text = localStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
}

/**
 * Stores the tokens; undefined removes them.
 * @param replaced if present, the tokens are stored only if this refresh token is still the stored one
 */
export function storeTokens(tokens: Tokens | undefined, replaced?: string) {
  if (replaced && storedTokens()?.refreshToken !== replaced) return;
  if (tokens) localStorage.setItem(key, JSON.stringify(tokens));
  else localStorage.removeItem(key);
}

/** Returns the stored access token, and corrects the store of vben, which may contain an older one. */
export function currentAccessToken(): null | string {
  const store = useAccessStore();
  const { accessToken } = storedTokens() ?? {};
  if (!accessToken) return null;
  if (store.accessToken !== accessToken) store.setAccessToken(accessToken);
  return accessToken;
}

/** Browsers offer locks only on pages with https and on pages of the local machine. */
function inOneTab<Result>(task: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  const signal = AbortSignal.timeout(waitMs);
  return locks ? locks.request(key, { signal }, task) : task();
}

/**
 * Exchanges the stored refresh token, unless another tab does so first. Only one tab at a time exchanges it, because it
 * works once.
 * @returns undefined if no user is logged in
 */
export function renewTokens(
  exchange: (refreshToken: string) => Promise<Tokens>,
): Promise<Tokens | undefined> {
  const refused = storedTokens()?.accessToken;
  return inOneTab(async () => {
    const stored = storedTokens();
    if (!stored || stored.accessToken !== refused) return stored;
    storeTokens(await exchange(stored.refreshToken), stored.refreshToken);
    return storedTokens();
  });
}

/** A failed call of the request client of vben. */
interface RefusedCall {
  config: { headers: { Authorization?: string }; url: string };
  response?: { status: number };
}

interface Client {
  request: (url: string, config: RefusedCall['config']) => Promise<unknown>;
}

/**
 * Repeats a refused call if its access token was replaced in the meantime, so that it causes no second refresh. The
 * request client sends the stored token.
 */
export const repeatWithNewToken = (client: Client) => ({
  rejected: (error: RefusedCall) => {
    const { accessToken } = storedTokens() ?? {};
    const isReplaced =
      accessToken &&
      error.config?.headers.Authorization !== `Bearer ${accessToken}`;
    if (error.response?.status !== 401 || !isReplaced) throw error;
    return client.request(error.config.url, { ...error.config });
  },
});
