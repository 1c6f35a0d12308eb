import { PortcullisError } from './portcullis-error.ts';
import type { Tokens, TokenStore } from './tokens.ts';

export interface RenewalOptions {
  readonly store: TokenStore;
  /** Exchanges a refresh token (POST /api/auth/refresh). */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly onSessionEnded: () => void;
}

/** Whether a refusal is about the access token rather than the request (specification, section 5, rule 4). */
export const isAboutToken = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && (error.code === 1102 || error.code === 1103);

/** Whether no token of this session will work again. */
export const isFinal = (error: unknown): error is PortcullisError =>
  error instanceof PortcullisError && error.code === 1103;

/**
 * Finds what to go on with after the service has refused an access token. However many requests were refused with it,
 * its refresh token is sent once, and not at all where the store holds other tokens by now, from another tab say.
 */
export function renewal({ store, refresh, onSessionEnded }: RenewalOptions) {
  /** What the store holds instead of these tokens; undefined while it holds them. Throws the refusal where it is empty. */
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
    // Whoever has logged out or in meanwhile has the last word.
    const later = await replacementOf(used, refusal);
    if (later === undefined) await store.write(renewed);
    return later ?? renewed;
  }

  const underWay = new Map<string, Promise<Tokens>>();

  /**
   * @param used what the refused request was sent with
   * Throws the refusal when the session has ended, and whatever kept the refresh from being answered.
   */
  return (used: Tokens, refusal: PortcullisError): Promise<Tokens> => {
    const found = underWay.get(used.accessToken);
    if (found !== undefined) return found;
    const started = renew(used, refusal).finally(() => underWay.delete(used.accessToken));
    underWay.set(used.accessToken, started);
    return started;
  };
}
