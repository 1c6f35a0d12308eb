import type { components } from './openapi.ts';
import { runInOneTab } from './run-in-one-tab.ts';

/** The tokens of a session. */
export type Tokens = Pick<components['schemas']['TokenPair'], 'accessToken' | 'refreshToken'>;

/**
 * A store for the tokens of the session. The client reads the tokens before each request. Several tabs can share one
 * store.
 */
export interface TokenStore {
  /** Returns undefined if no user is logged in. */
  readonly read: () => Tokens | undefined | Promise<Tokens | undefined>;
  /**
   * Stores the tokens; undefined removes them. If `replaced` is passed, the function must change nothing unless the
   * store still contains these tokens. Otherwise a tab that was suspended would overwrite newer tokens.
   */
  readonly write: (tokens: Tokens | undefined, replaced?: Tokens) => void | Promise<void>;
  /**
   * Runs a task when no other tab that shares the store runs one. The client exchanges refresh tokens in such tasks. A
   * store that is not shared does not need this function.
   */
  readonly exclusively?: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/** The functions of a `Storage` of a browser that the client needs, such as those of `localStorage`. */
export interface StringStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/** Returns whether `stored` are the tokens that a write replaces. If the write replaces no tokens, returns true. */
const mayReplace = (stored: Tokens | undefined, replaced: Tokens | undefined): boolean =>
  replaced === undefined ||
  (stored?.accessToken === replaced.accessToken && stored.refreshToken === replaced.refreshToken);

/**
 * Stores the tokens in memory, until the page or the process ends.
 * @example
 * const portcullis = createClient({ tokens: tokensInMemory() });
 */
export function tokensInMemory(): TokenStore {
  let stored: Tokens | undefined;
  return {
    read: () => stored,
    write: (tokens, replaced) => {
      if (mayReplace(stored, replaced)) stored = tokens;
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

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Stores the tokens in the `localStorage` of a browser, which all tabs share. Every script of the page can read the
 * tokens there. If the stored value is not a pair of tokens, it is ignored. Do not use `sessionStorage`: a browser
 * copies it into a duplicated tab, and two copies of a refresh token end the session.
 * @example
 * const portcullis = createClient({ tokens: tokensIn(localStorage) });
 */
export function tokensIn(storage: StringStorage, key = 'portcullis.tokens'): TokenStore {
  const read = (): Tokens | undefined => {
    const tokens = parseJson(storage.getItem(key) ?? '');
    return areTokens(tokens) ? tokens : undefined;
  };
  return {
    read,
    write: (tokens, replaced) => {
      if (!mayReplace(read(), replaced)) return;
      if (tokens === undefined) return storage.removeItem(key);
      storage.setItem(key, JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }));
    },
    exclusively: (task) => runInOneTab(key, task),
  };
}
