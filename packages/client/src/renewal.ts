import { PortcullisError } from './portcullis-error.ts';
import type { Tokens, TokenStore } from './tokens.ts';

export interface RenewalOptions {
  readonly store: TokenStore;
  /** Exchanges a refresh token (POST /api/auth/refresh). */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly onSessionEnded: () => void;
}

/** Returns true if the access token was refused, not the request. */
export const isAboutToken = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && (error.code === 1102 || error.code === 1103);

/** Returns true if the session has ended, so that none of its tokens will work again. */
export const isFinal = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && error.code === 1103;

/**
 * Returns a function that finds new tokens after the service has refused an access token. However many requests were refused,
 * the refresh token is sent once, and not at all if the store already holds other tokens, from another tab for example.
 */
export function renewal({ store, refresh, onSessionEnded }: RenewalOptions) {
  /** Returns the tokens that have replaced these in the store; undefined if it still holds these. Throws `refusal` if it is empty. */
  async function replacementOf(used: Tokens, refusal: PortcullisError): Promise<Tokens | undefined> {
    const held = await store.read();
    if (held === undefined) throw refusal;
    return held.accessToken === used.accessToken ? undefined : held;
  }

  async function end(used: Tokens, refusal: PortcullisError): Promise<Tokens> {
    const replacement = await replacementOf(used, refusal);
    if (replacement !== undefined) return replacement;
    await store.write(undefined);
    onSessionEnded();
    throw refusal;
  }

  async function renew(used: Tokens, refusal: PortcullisError): Promise<Tokens> {
    if (isFinal(refusal)) return end(used, refusal);
    const replacement = await replacementOf(used, refusal);
    if (replacement !== undefined) return replacement;
    let renewed: Tokens;
    try {
      renewed = await refresh(used.refreshToken);
    } catch (error) {
      if (isFinal(error)) return end(used, error);
      throw error;
    }
    // A logout or login in the meantime takes precedence over the renewed tokens.
    const later = await replacementOf(used, refusal);
    if (later === undefined) await store.write(renewed);
    return later ?? renewed;
  }

  const inFlight = new Map<string, Promise<Tokens>>();

  /**
   * @param used the tokens that the refused request was sent with
   * @throws {PortcullisError} the refusal, if the session has ended, or the error of the refresh
   */
  return (used: Tokens, refusal: PortcullisError): Promise<Tokens> => {
    const running = inFlight.get(used.accessToken);
    if (running !== undefined) return running;
    const started = renew(used, refusal).finally(() => inFlight.delete(used.accessToken));
    inFlight.set(used.accessToken, started);
    return started;
  };
}
