/** The session that a tab uses. */
export interface Membership {
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

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const membershipKey = 'portcullis.session';
const tokenPrefix = 'portcullis.refresh-token.';

/** Tokens of older sessions are removed. A session that ends when the browser is closed leaves its encrypted token. */
const maxSessions = 8;

const sequenceOf = (id: string): number => Number.parseInt(id, 10);

/** The sessions in the two storages of a browser. Each session has one refresh token, which all its tabs share. */
export function storedSessions(session: KeyValueStorage, local: KeyValueStorage) {
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
