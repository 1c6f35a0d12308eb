import { runInOneTab, type Tokens, type TokenStore } from '@portcullis/client';
import { newKey, randomText, seal, unseal } from './sealed-text.ts';
import { storedSessions, type KeyValueStorage, type Membership } from './stored-sessions.ts';

type Message =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'found'; readonly membership: Membership }
  | { readonly kind: 'logged-out' };

export interface SharedTokens extends Required<TokenStore> {
  /** Sets whether the session of the next log-in continues after the browser is closed. */
  readonly keepAfterClosing: (keep: boolean) => void;
  /**
   * Returns the refresh token of an earlier page of this tab, of the session that the browser keeps, or of another tab.
   * @returns undefined if there is no session, or no other tab responds within 150 ms
   */
  readonly storedRefreshToken: () => Promise<string | undefined>;
  /** Logs out the other tabs. */
  readonly endElsewhere: () => void;
}

interface Surroundings {
  readonly session: KeyValueStorage;
  readonly local: KeyValueStorage;
  readonly channel: Pick<BroadcastChannel, 'addEventListener' | 'postMessage'>;
  /** Whether the browser can encrypt texts. */
  readonly isSecure: boolean;
  readonly onLoggedOutElsewhere: () => void;
}

/**
 * Stores the refresh token of a session once for all its tabs, so that no tab has an older token than another one. A
 * token that was already replaced would end the session. No message contains a token, so lost and late messages have no
 * effect on the tokens. Each tab has an access token of its own, in memory, so scripts cannot read it from storage.
 */
export function sharedTokens(surroundings: Surroundings): SharedTokens {
  const { session, local, channel, isSecure, onLoggedOutElsewhere } = surroundings;
  const sessions = storedSessions(session, local);
  let membership = sessions.membership();
  let accessToken: string | undefined;
  /** The stored token that was last read or written, so that it is not decrypted with each request. */
  let known: { readonly stored: string; readonly refreshToken: string } | undefined;
  let isKept = false;
  let onFound: ((found: Membership) => void) | undefined;
  const tell = (message: Message): void => channel.postMessage(message);

  async function readRefreshToken(): Promise<string | undefined> {
    const stored = membership === undefined ? undefined : sessions.token(membership);
    if (membership === undefined || stored === undefined) return undefined;
    if (known?.stored === stored) return known.refreshToken;
    const { key } = membership;
    const refreshToken = key === undefined ? stored : await unseal(stored, key).catch(() => undefined);
    if (refreshToken !== undefined) known = { stored, refreshToken };
    return refreshToken;
  }

  const newMembership = (): Membership => ({
    id: sessions.nextId(randomText(9)),
    kept: isKept,
    ...(!isKept && isSecure && { key: newKey() }),
  });

  function forget(): void {
    if (membership !== undefined) sessions.remove(membership);
    membership = undefined;
    accessToken = undefined;
  }

  /** Asks the other tabs for their session. Tabs that cannot encrypt do not share a session that ends with its tab. */
  const askOtherTabs = (): Promise<Membership | undefined> =>
    new Promise((resolve) => {
      const settle = (found: Membership | undefined): void => {
        onFound = undefined;
        resolve(found);
      };
      onFound = settle;
      setTimeout(() => settle(undefined), 150);
      tell({ kind: 'wanted' });
    });

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const isShareable = membership?.key !== undefined && sessions.token(membership) !== undefined;
    if (data.kind === 'wanted' && membership !== undefined && isShareable) tell({ kind: 'found', membership });
    if (data.kind === 'found') onFound?.(data.membership);
    if (data.kind === 'logged-out') onLoggedOutElsewhere();
  });

  return {
    read: async () => {
      const refreshToken = accessToken === undefined ? undefined : await readRefreshToken();
      return accessToken === undefined || refreshToken === undefined ? undefined : { accessToken, refreshToken };
    },
    write: async (tokens: Tokens | undefined, replaced?: Tokens) => {
      if (tokens === undefined) {
        if (replaced === undefined || replaced.accessToken === accessToken) forget();
        return;
      }
      const target = replaced === undefined ? newMembership() : membership;
      if (target === undefined) return;
      await readRefreshToken();
      const { key } = target;
      const stored = key === undefined ? tokens.refreshToken : await seal(tokens.refreshToken, key);
      // There is no `await` below, so the tokens cannot change between the comparison and the write.
      if (replaced === undefined) {
        if (!isKept) sessions.removeKept();
        membership = target;
        sessions.join(target);
      } else {
        const present = sessions.token(target);
        if (membership !== target || present === undefined) return;
        // Without locks, another tab may have stored a newer token. The access token is valid nevertheless.
        accessToken = tokens.accessToken;
        if (known?.stored !== present || known.refreshToken !== replaced.refreshToken) return;
      }
      accessToken = tokens.accessToken;
      sessions.setToken(target, stored);
      known = { stored, refreshToken: tokens.refreshToken };
    },
    exclusively: (task) => runInOneTab('portcullis.session', task),
    keepAfterClosing: (keep) => {
      isKept = keep;
    },
    storedRefreshToken: async () => {
      if (membership === undefined || sessions.token(membership) === undefined) {
        membership = await askOtherTabs();
        if (membership !== undefined) sessions.join(membership);
      }
      return readRefreshToken();
    },
    endElsewhere: () => tell({ kind: 'logged-out' }),
  };
}
