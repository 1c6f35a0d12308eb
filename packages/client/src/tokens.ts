import type { components } from './openapi.ts';

/** What a session is continued with. */
export type Tokens = Pick<components['schemas']['TokenPair'], 'accessToken' | 'refreshToken'>;

/** Where the tokens of the session are kept. It is read before each request, and may be shared between tabs. */
export interface TokenStore {
  /** Undefined where nobody is logged in. */
  readonly read: () => Tokens | undefined | Promise<Tokens | undefined>;
  /** Undefined forgets them. */
  readonly write: (tokens: Tokens | undefined) => void | Promise<void>;
}

/** Tokens that are gone with the page or the process. */
export function tokensInMemory(): TokenStore {
  let kept: Tokens | undefined;
  return {
    read: () => kept,
    write: (tokens) => {
      kept = tokens;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Tokens in a browser's `localStorage`, where all tabs share them, or in its `sessionStorage`. Every script of the page
 * can read them there. Something else under the key counts as nothing.
 */
export const tokensIn = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key = 'portcullis.tokens',
): TokenStore => ({
  read: () => {
    const tokens = parsed(storage.getItem(key) ?? '');
    return areTokens(tokens) ? tokens : undefined;
  },
  write: (tokens) =>
    tokens === undefined
      ? storage.removeItem(key)
      : storage.setItem(key, JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken })),
});
