import { PortcullisError } from './portcullis-error.ts';
import type { Tokens, TokenStore } from './tokens.ts';

export interface TokenRefreshOptions {
  readonly store: TokenStore;
  /** Exchanges a refresh token (POST /api/auth/refresh). */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly onSessionEnded: () => void;
}

/** Returns true if the service refused the request only because of its access token. */
export const isTokenRefused = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && (error.code === 1102 || error.code === 1103);

/** Returns true if the session has ended or the token is invalid. In both cases, the tokens cannot be renewed. */
export const isSessionEndedError = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && error.code === 1103;

/**
 * Creates a function that refreshes the tokens after the service has refused an access token. Concurrent calls share
 * one refresh. If the store already contains newer tokens, for example from another tab, the function returns the
 * stored tokens without a refresh.
 */
export function createTokenRefresher({ store, refresh, onSessionEnded }: TokenRefreshOptions) {
  /**
   * Returns the stored tokens if they differ from `used`, otherwise undefined. Throws `refusal` if the store is empty.
   */
  async function replacementOf(used: Tokens, refusal: PortcullisError): Promise<Tokens | undefined> {
    const stored = await store.read();
    if (stored === undefined) throw refusal;
    return stored.accessToken === used.accessToken ? undefined : stored;
  }

  async function endSession(used: Tokens, refusal: PortcullisError): Promise<Tokens> {
    const replacement = await replacementOf(used, refusal);
    if (replacement !== undefined) return replacement;
    await store.write(undefined);
    onSessionEnded();
    throw refusal;
  }

  async function renew(used: Tokens, refusal: PortcullisError): Promise<Tokens> {
    if (isSessionEndedError(refusal)) return endSession(used, refusal);
    const replacement = await replacementOf(used, refusal);
    if (replacement !== undefined) return replacement;
    let renewed: Tokens;
    try {
      renewed = await refresh(used.refreshToken);
    } catch (error) {
      if (isSessionEndedError(error)) return endSession(used, error);
      throw error;
    }
    // If the user has logged in or out during the refresh, the renewed tokens are not stored.
    const later = await replacementOf(used, refusal);
    if (later === undefined) await store.write(renewed);
    return later ?? renewed;
  }

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
