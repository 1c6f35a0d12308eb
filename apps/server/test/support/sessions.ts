import { expect } from 'chai';
import type { ApiResponse, Api } from './api.ts';
import type { RunningServer } from '../../src/server.ts';
import { jwt, partsOf } from './jwt.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: string;
}

type Account = Readonly<Record<'username' | 'password', string>>;

/** Logs in and returns the tokens of the new session. */
export async function openSession(api: Api, { username, password }: Account): Promise<Tokens> {
  const { status, data, message } = await api.post<{ token: Tokens }>('/auth/login', { username, password });
  expect(status, message).to.equal(200);
  return data.token;
}

export const refresh = (api: Api, refreshToken: unknown): Promise<ApiResponse<{ token: Tokens }>> =>
  api.post<{ token: Tokens }>('/auth/refresh', { refreshToken });

/** Refreshes a session, expects success, and returns the new tokens. */
export async function refreshTokensOf(api: Api, { refreshToken }: Tokens): Promise<Tokens> {
  const { status, data, message } = await refresh(api, refreshToken);
  expect(status, message).to.equal(200);
  return data.token;
}

/** Returns the id of the session to which these tokens belong. */
export const sessionOf = ({ refreshToken }: Tokens): string => refreshToken.slice(0, refreshToken.indexOf('.'));

/** Sends a request with an access token, and returns the status and the business code. */
export async function accessTokenResult(
  api: Api,
  { accessToken }: Tokens,
): Promise<readonly [status: number, code: number]> {
  const { status, code } = await api.as(accessToken).get('/auth/profile');
  return [status, code];
}

/** Sends a refresh token, and returns the status and the business code. */
export async function refreshTokenResult(
  api: Api,
  refreshToken: unknown,
): Promise<readonly [status: number, code: number]> {
  const { status, code } = await refresh(api, refreshToken);
  return [status, code];
}

export const successResult = [200, 0];
export const sessionEndedResult = [401, 1103];

/** Moves the stored time of the last refresh of a session `seconds` into the past. */
export async function backdateLastRefresh({ database }: RunningServer, tokens: Tokens, seconds: number): Promise<void> {
  await database.pool.query('UPDATE sessions SET rotated_at = rotated_at - make_interval(secs => $2) WHERE id = $1', [
    sessionOf(tokens),
    seconds,
  ]);
}

/** Returns tokens of the same session, with an access token that expired a minute ago. */
export function expired({ accessToken, ...others }: Tokens): Tokens {
  const [header, claims] = partsOf(accessToken);
  const exp = Math.floor(Date.now() / 1000) - 60;
  return { accessToken: jwt(header, { ...claims, iat: exp - 900, exp }), ...others };
}
