import type { components } from './openapi.ts';

/** The tokens of a session. */
export type Tokens = Pick<components['schemas']['TokenPair'], 'accessToken' | 'refreshToken'>;

/**
 * A store for the tokens of the session. The client reads the tokens before each request. Several tabs can share one
 * store.
 */
export interface TokenStore {
  /** Returns undefined if no user is logged in. */
  readonly read: () => Tokens | undefined | Promise<Tokens | undefined>;
  /** Stores the tokens; undefined removes them. */
  readonly write: (tokens: Tokens | undefined) => void | Promise<void>;
}

/** Stores the tokens in memory, until the page or the process ends. */
export function tokensInMemory(): TokenStore {
  let stored: Tokens | undefined;
  return {
    read: () => stored,
    write: (tokens) => {
      stored = tokens;
    },
  };
}

const areTokens = (value: unknown): value is Tokens =>
  typeof value === 'object' &&
  value !== null &&
  'accessToken' in value &&
  typeof value.accessToken === 'string' &&
  'refreshToken' in value &&
  typeof value.refreshToken === 'string';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Stores the tokens in the `localStorage` of a browser, which all tabs share, or in its `sessionStorage`. Every script
 * of the page can read the tokens there. If the stored value is not a pair of tokens, it is ignored.
 */
export const tokensIn = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key = 'portcullis.tokens',
): TokenStore => ({
  read: () => {
    const tokens = parseJson(storage.getItem(key) ?? '');
    return areTokens(tokens) ? tokens : undefined;
  },
  write: (tokens) =>
    tokens === undefined
      ? storage.removeItem(key)
      : storage.setItem(key, JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken })),
});
