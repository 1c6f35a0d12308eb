import { PortcullisError } from './portcullis-error.ts';
import type { Tokens, TokenStore } from './tokens.ts';

export interface TokenRefreshOptions {
  readonly store: TokenStore;
  /** Exchanges a refresh token (POST /api/auth/refresh). */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  /** Called after each renewal. The new tokens may be of another user, if another tab has stored them. */
  readonly onRenewed: () => void;
  readonly onSessionEnded: () => void;
}

/** Returns true if the service refused the request only because of its access token. */
export const isTokenRefused = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && (error.code === 1102 || error.code === 1103);

/** Returns true if the service refused the request because it had no access token. */
export const isTokenMissing = (error: unknown): boolean => error instanceof PortcullisError && error.code === 1001;

/** Returns true if the session has ended or the token is invalid. In both cases, the tokens cannot be renewed. */
export const isSessionEndedError = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && error.code === 1103;

/**
 * Creates a function that refreshes the tokens after the service has refused an access token. Concurrent calls share
 * one refresh, and only one tab at a time refreshes. If the store already contains newer tokens, for example from
 * another tab, the function returns the stored tokens without a refresh.
 */
export function createTokenRefresher({ store, refresh, onRenewed, onSessionEnded }: TokenRefreshOptions) {
  /** Returns the stored tokens. Throws `refusal` if the store is empty. */
  async function storedTokens(refusal: PortcullisError): Promise<Tokens> {
    const stored = await store.read();
    if (stored === undefined) throw refusal;
    return stored;
  }

  /** Removes the refused tokens. If the store already contains other tokens, returns these tokens. */
  async function endSession(refused: Tokens, refusal: PortcullisError): Promise<Tokens> {
    const stored = await storedTokens(refusal);
    if (stored.accessToken === refused.accessToken) await store.write(undefined, stored);
    const remaining = await store.read();
    if (remaining !== undefined) return remaining;
    onSessionEnded();
    throw refusal;
  }

  async function exchange(used: Tokens, refusal: PortcullisError): Promise<Tokens> {
    const stored = await storedTokens(refusal);
    if (stored.accessToken !== used.accessToken) return stored;
    let renewed: Tokens;
    try {
      // `used` may contain an older refresh token than the store.
      renewed = await refresh(stored.refreshToken);
    } catch (error) {
      if (isSessionEndedError(error)) return endSession(stored, error);
      throw error;
    }
    // If the user has logged in or out during the refresh, this changes nothing.
    await store.write(renewed, stored);
    return storedTokens(refusal);
  }

  const renew = async (used: Tokens, refusal: PortcullisError): Promise<Tokens> => {
    if (isSessionEndedError(refusal)) return endSession(used, refusal);
    const task = (): Promise<Tokens> => exchange(used, refusal);
    const renewed = await (store.exclusively === undefined ? task() : store.exclusively(task));
    onRenewed();
    return renewed;
  };

  const inFlight = new Map<string, Promise<Tokens>>();

  /**
   * Returns new tokens.
   * @param used the tokens of the refused request
   * @throws {PortcullisError} `refusal` if it reports the end of the session or the store is empty, otherwise the error
   * of the refresh
   */
  return (used: Tokens, refusal: PortcullisError): Promise<Tokens> => {
    const current = inFlight.get(used.accessToken);
    if (current !== undefined) return current;
    const started = renew(used, refusal).finally(() => inFlight.delete(used.accessToken));
    inFlight.set(used.accessToken, started);
    return started;
  };
}
