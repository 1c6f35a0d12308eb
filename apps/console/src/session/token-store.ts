import { runInOneTab, type Tokens, type TokenStore } from '@portcullis/client';

/** The session that a tab uses. */
interface Membership {
  /** A number that is higher than those of all earlier sessions of the browser, a point, and a random text. */
  readonly id: string;
  /** Whether the session continues after the browser is closed. */
  readonly kept: boolean;
  /**
   * The key that encrypts the refresh token in the `localStorage`. Only the tabs of the session have it. It is
   * undefined if the token is not encrypted.
   */
  readonly key?: string;
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const membershipKey = 'portcullis.session';
const tokenPrefix = 'portcullis.refresh-token.';

/** Tokens of older sessions are removed. A session that ends when the browser is closed leaves its encrypted token. */
const maxSessions = 8;

const sequenceOf = (id: string): number => Number.parseInt(id, 10);

/** The sessions in the two storages of a browser. Each session has one refresh token, which all its tabs share. */
function storedSessions(session: KeyValueStorage, local: KeyValueStorage) {
  const tokenStorageOf = ({ kept, key }: Membership): KeyValueStorage => (kept || key !== undefined ? local : session);

  function membershipIn(storage: KeyValueStorage): Membership | undefined {
    const stored: Membership | null = JSON.parse(storage.getItem(membershipKey) ?? 'null');
    return stored ?? undefined;
  }

  const idsIn = (storage: KeyValueStorage): readonly string[] =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((key) => key.startsWith(tokenPrefix))
      .map((key) => key.slice(tokenPrefix.length))
      .toSorted((one, other) => sequenceOf(other) - sequenceOf(one));

  return {
    /** Returns the session of an earlier page of this tab, otherwise the session that the browser keeps. */
    membership: (): Membership | undefined => membershipIn(session) ?? membershipIn(local),

    /** Returns an id for a new session. */
    nextId: (random: string): string => `${sequenceOf(idsIn(local)[0] ?? '0') + 1}.${random}`,

    /** Makes a session that of this tab, or, if it is kept, that of the browser. */
    join(membership: Membership): void {
      session.removeItem(membershipKey);
      (membership.kept ? local : session).setItem(membershipKey, JSON.stringify(membership));
    },

    /** Returns the refresh token of a session as it is stored; undefined if the session has ended. */
    token: (membership: Membership): string | undefined =>
      tokenStorageOf(membership).getItem(tokenPrefix + membership.id) ?? undefined,

    setToken(membership: Membership, token: string): void {
      tokenStorageOf(membership).setItem(tokenPrefix + membership.id, token);
      for (const id of idsIn(local).slice(maxSessions)) local.removeItem(tokenPrefix + id);
    },

    /** Removes a session in all tabs. */
    remove(membership: Membership): void {
      tokenStorageOf(membership).removeItem(tokenPrefix + membership.id);
      for (const storage of [session, local]) {
        if (membershipIn(storage)?.id === membership.id) storage.removeItem(membershipKey);
      }
    },

    /** Removes the session that the browser keeps. */
    removeKept(): void {
      const kept = membershipIn(local);
      if (kept !== undefined) this.remove(kept);
    },
  };
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

const ivLength = 12;

const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']);

/** Returns a random text of at least this number of random bytes. */
const randomText = (bytes: number): string => base64Of(crypto.getRandomValues(new Uint8Array(bytes)));

/** Returns a new key for `seal`. */
const newKey = (): string => randomText(32);

/** Encrypts a text. `crypto.subtle` exists only on pages with https and on pages of the local machine. */
async function seal(text: string, key: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const data = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await importKey(key), data);
  return base64Of(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Decrypts a result of `seal`. @throws {DOMException} if the text was sealed with another key */
async function unseal(sealed: string, key: string): Promise<string> {
  const bytes = bytesOf(sealed);
  const iv = bytes.subarray(0, ivLength);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await importKey(key), bytes.subarray(ivLength));
  return new TextDecoder().decode(text);
}

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
