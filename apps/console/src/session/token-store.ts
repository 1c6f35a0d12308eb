import type { Tokens, TokenStore } from '@portcullis/client';

type Message =
  | { readonly kind: 'renewed'; readonly replaced: string | undefined; readonly tokens: Tokens }
  | { readonly kind: 'wanted' }
  | { readonly kind: 'logged-out' };

/** The storage key of the refresh token. The access token is only in memory, so scripts cannot read it from storage. */
const key = 'portcullis.refresh-token';

export interface SharedTokens extends TokenStore {
  /**
   * Sets where later calls of `write` store the refresh token. If `keep` is true, the token remains after the tab is
   * closed.
   */
  readonly keepAfterClosing: (keep: boolean) => void;
  /** Returns the stored refresh token of an earlier page in this tab or browser. */
  readonly storedRefreshToken: () => string | undefined;
  /** Asks the other tabs for the tokens of their session. @returns undefined if no tab responds within 150 ms */
  readonly fromOtherTab: () => Promise<Tokens | undefined>;
  /** Logs out the other tabs. */
  readonly endElsewhere: () => void;
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Surroundings {
  readonly session: KeyValueStorage;
  readonly local: KeyValueStorage;
  readonly channel: BroadcastChannel;
  readonly onLoggedOutElsewhere: () => void;
}

/**
 * Stores the tokens of a session that the tabs of a browser share. Each tab sends its new tokens to the other tabs.
 * Otherwise a tab could send a refresh token that was already replaced, and the service may then end the session.
 */
export function sharedTokens({ session, local, channel, onLoggedOutElsewhere }: Surroundings): SharedTokens {
  let held: Tokens | undefined;
  let storage = local.getItem(key) === null ? session : local;
  let onTokens: ((tokens: Tokens) => void) | undefined;
  const tell = (message: Message): void => channel.postMessage(message);

  function keep(tokens: Tokens | undefined): void {
    held = tokens;
    session.removeItem(key);
    if (storage === local || tokens === undefined) local.removeItem(key);
    if (tokens !== undefined) storage.setItem(key, tokens.refreshToken);
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'wanted' && held !== undefined) tell({ kind: 'renewed', replaced: undefined, tokens: held });
    if (data.kind === 'renewed' && onTokens !== undefined && held === undefined) onTokens(data.tokens);
    if (data.kind === 'renewed' && held !== undefined && data.replaced === held.refreshToken) keep(data.tokens);
    if (data.kind === 'logged-out') onLoggedOutElsewhere();
  });

  return {
    // A suspended tab may have missed the new tokens of another tab. In this case, the refresh token in `local` is
    // newer.
    read: () =>
      held === undefined || storage === session
        ? held
        : { ...held, refreshToken: local.getItem(key) ?? held.refreshToken },
    write: (tokens) => {
      const replaced = held?.refreshToken;
      keep(tokens);
      if (tokens !== undefined && replaced !== undefined) tell({ kind: 'renewed', replaced, tokens });
    },
    keepAfterClosing: (keepIt) => {
      storage = keepIt ? local : session;
      // An old token in `local` is removed, because after a reload it would be used instead of the token of this tab.
      if (!keepIt) local.removeItem(key);
    },
    storedRefreshToken: () => local.getItem(key) ?? session.getItem(key) ?? undefined,
    fromOtherTab: () =>
      new Promise((resolve) => {
        const settle = (tokens: Tokens | undefined): void => {
          onTokens = undefined;
          resolve(tokens);
        };
        onTokens = settle;
        setTimeout(() => settle(undefined), 150);
        tell({ kind: 'wanted' });
      }),
    endElsewhere: () => tell({ kind: 'logged-out' }),
  };
}
