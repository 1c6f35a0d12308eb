import { runInOneTab } from '@portcullis/client';
import type { LoginToken } from './session.ts';

/** The storage of the front end, which all tabs share. It stores the two tokens as separate values. */
export interface TokenStorage {
  readonly get: (name: 'token' | 'refreshToken') => string | null;
  readonly set: (name: 'token' | 'refreshToken', value: string) => void;
}

/**
 * Stores the tokens of a log-in or of a refresh. The refresh token is stored first: if the page ends between the two
 * writes, the old access token is refused, and the new refresh token renews it.
 * @example
 * const values = new Map<string, string>();
 * const storage: TokenStorage = { get: (name) => values.get(name) ?? null, set: (name, value) => values.set(name, value) };
 * storeLoginToken(storage, { token: 't1', refreshToken: 'r1' });
 * console.log(storage.get('token')); // t1
 */
export function storeLoginToken(storage: TokenStorage, { token, refreshToken }: LoginToken): void {
  storage.set('refreshToken', refreshToken);
  storage.set('token', token);
}

/** What the renewal of refused tokens needs of the front end. */
export interface TokenRenewal {
  readonly storage: TokenStorage;
  /** The `Authorization` header of the refused call. */
  readonly refused: unknown;
  /** Exchanges a refresh token. Returns null if this fails. */
  readonly exchange: (refreshToken: string) => Promise<LoginToken | null>;
}

/**
 * Renews the tokens after the service has refused an expired one, unless this or another tab has already done so. Only
 * one tab at a time sends the refresh token, because it works once.
 * @returns whether there is a new access token, with which the call can be repeated
 * @example
 * const values = new Map([['token', 't1'], ['refreshToken', 'r1']]);
 * const storage: TokenStorage = { get: (name) => values.get(name) ?? null, set: (name, value) => values.set(name, value) };
 * const exchange = async () => ({ token: 't2', refreshToken: 'r2' });
 * console.log(await renewTokens({ storage, refused: 'Bearer t1', exchange }), storage.get('token')); // true t2
 */
export async function renewTokens({ storage, refused, exchange }: TokenRenewal): Promise<boolean> {
  const hasNewToken = (): boolean => {
    const token = storage.get('token');
    return token !== null && `Bearer ${token}` !== refused;
  };
  if (hasNewToken()) return true;
  return runInOneTab('refresh-token', async () => {
    if (hasNewToken()) return true;
    const sent = storage.get('refreshToken');
    const renewed = await exchange(sent ?? '');
    // If the user has logged in or out during the refresh, the renewed tokens are not stored.
    if (renewed !== null && storage.get('refreshToken') === sent) storeLoginToken(storage, renewed);
    return hasNewToken();
  });
}
