import { useAccessStore } from '@vben/stores';

import { baseRequestClient, requestClient } from '#/api/request';

export namespace AuthApi {
  export interface LoginParams {
    password?: string;
    username?: string;
  }

  export interface Tokens {
    accessToken: string;
    refreshToken: string;
  }
}

/** Uses the client that does not refresh tokens, because neither a wrong password nor a refused refresh may start a refresh. */
async function tokensFrom(path: string, body: object): Promise<AuthApi.Tokens> {
  const { data: envelope } = await baseRequestClient.post(path, body);
  const { token } = envelope.data;
  useAccessStore().setRefreshToken(token.refreshToken);
  return token;
}

export const loginApi = ({ password, username }: AuthApi.LoginParams) =>
  tokensFrom('/auth/login', { password, username });

/** A refresh token works once, so the one that another tab has stored last is read first. */
export async function refreshTokenApi() {
  const store = useAccessStore();
  store.$hydrate();
  const { refreshToken } = store;
  if (!refreshToken) {
    throw Object.assign(new Error('There is no session.'), {
      response: { status: 401 },
    });
  }
  const { accessToken } = await tokensFrom('/auth/refresh', { refreshToken });
  return { data: accessToken, status: 200 };
}

/** Uses the client that refreshes tokens, because an expired token must not leave the session alive. */
export async function logoutApi() {
  if (useAccessStore().accessToken)
    await requestClient.post('/auth/logout', {});
}

export async function getAccessCodesApi() {
  const { permissions } = await requestClient.get<{ permissions: string[] }>(
    '/auth/permissions',
  );
  return permissions;
}

/** Ends every other session of the account. */
export const changePasswordApi = (
  currentPassword: string,
  newPassword: string,
) => requestClient.put('/auth/password', { currentPassword, newPassword });
