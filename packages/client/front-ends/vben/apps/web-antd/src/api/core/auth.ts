import { useAccessStore } from '@vben/stores';

import { baseRequestClient, requestClient } from '#/api/request';

export namespace AuthApi {
  /**
   * The properties for one of three steps: a password, the code of a second factor, or the ticket of a provider
   * sign-in.
   */
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

/**
 * Uses the client without token refresh, because a wrong password or a failed refresh must not start another refresh.
 */
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

/**
 * Creates the error that `requestClient` treats as the end of the session. The service's code for an ended session is
 * 1103.
 */
const sessionEnd = () =>
  Object.assign(new Error('The session has ended.'), {
    response: { data: { code: 1103 }, status: 401 },
  });

/** A refresh token works once. Another tab may have stored a newer token, so the stored token is read first. */
export async function refreshTokenApi() {
  const store = useAccessStore();
  store.$hydrate();
  const { refreshToken } = store;
  if (!refreshToken) throw sessionEnd();
  try {
    const { accessToken } = await tokensFrom('/auth/refresh', { refreshToken });
    return { data: accessToken, status: 200 };
  } catch (error) {
    // The client throws an Error if there is no response, and the body of the response if the service refuses the call.
    throw error instanceof Error ? error : sessionEnd();
  }
}

/** Uses the client with token refresh, because the logout must end the session even if the access token has expired. */
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

/** Requests a mail with a link for a new password. The response does not reveal whether the account exists. */
export const requestPasswordResetApi = (login: string, language: 'en' | 'zh') =>
  baseRequestClient.post('/auth/password-resets', { language, login });

/** Sets the new password. The service ends every session of the account. */
export const confirmPasswordResetApi = (token: string, newPassword: string) =>
  baseRequestClient.post('/auth/password-resets/confirm', {
    newPassword,
    token,
  });

/** Changes the password. The service ends every other session of the account. */
export const changePasswordApi = (
  currentPassword: string,
  newPassword: string,
) => requestClient.put('/auth/password', { currentPassword, newPassword });
