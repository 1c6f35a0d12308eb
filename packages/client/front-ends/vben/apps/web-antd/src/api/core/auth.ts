import { useAccessStore } from '@vben/stores';

import { baseRequestClient, requestClient } from '#/api/request';

export namespace AuthApi {
  /** A password, the code of a second factor, or the ticket of a sign-in at a provider. */
  export interface LoginParams {
    challenge?: string;
    code?: string;
    password?: string;
    ticket?: string;
    username?: string;
    verifier?: string;
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

export function loginApi(params: AuthApi.LoginParams) {
  const { challenge, code, password, ticket, username, verifier } = params;
  if (challenge) return tokensFrom('/auth/login/factor', { challenge, code });
  return ticket
    ? tokensFrom('/auth/oidc/exchange', { ticket, verifier })
    : tokensFrom('/auth/login', { password, username });
}

/** The error that the client for requests takes for the end of the session, with the code of the service for it. */
const sessionEnd = () =>
  Object.assign(new Error('The session has ended.'), {
    response: { data: { code: 1103 }, status: 401 },
  });

/** A refresh token works once, so the one that another tab has stored last is read first. */
export async function refreshTokenApi() {
  const store = useAccessStore();
  store.$hydrate();
  const { refreshToken } = store;
  if (!refreshToken) throw sessionEnd();
  try {
    const { accessToken } = await tokensFrom('/auth/refresh', { refreshToken });
    return { data: accessToken, status: 200 };
  } catch (error) {
    // Without a response this is an error, and otherwise the body of the refusal.
    throw error instanceof Error ? error : sessionEnd();
  }
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

/** Sends a mail with a link to the account, if there is one. The answer does not tell whether there is. */
export const requestPasswordResetApi = (login: string, language: 'en' | 'zh') =>
  baseRequestClient.post('/auth/password-resets', { language, login });

/** Ends every session of the account. */
export const confirmPasswordResetApi = (token: string, newPassword: string) =>
  baseRequestClient.post('/auth/password-resets/confirm', {
    newPassword,
    token,
  });

/** Ends every other session of the account. */
export const changePasswordApi = (
  currentPassword: string,
  newPassword: string,
) => requestClient.put('/auth/password', { currentPassword, newPassword });
