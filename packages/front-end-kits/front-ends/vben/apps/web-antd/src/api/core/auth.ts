import type { Tokens } from '#/portcullis/tokens';

import { baseRequestClient, requestClient } from '#/api/request';
import { renewTokens, storedTokens, storeTokens } from '#/portcullis/tokens';

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
}

/**
 * Uses the client without token refresh, because a wrong password or a failed refresh must not start another refresh.
 */
async function tokensFrom(path: string, body: object): Promise<Tokens> {
  const { data: envelope } = await baseRequestClient.post(path, body);
  const { accessToken, refreshToken } = envelope.data.token;
  return { accessToken, refreshToken };
}

async function logInAt(path: string, body: object): Promise<Tokens> {
  const tokens = await tokensFrom(path, body);
  storeTokens(tokens);
  return tokens;
}

export function loginApi(params: AuthApi.LoginParams) {
  const { challenge, code, password, ticket, username, verifier } = params;
  if (challenge) return logInAt('/auth/login/factor', { challenge, code });
  return ticket
    ? logInAt('/auth/oidc/exchange', { ticket, verifier })
    : logInAt('/auth/login', { password, username });
}

/** The service's code for an ended session. */
const sessionEnded = 1103;

/** Creates the error that `requestClient` treats as a refusal by the service. */
const refusal = (data: { code?: number }) =>
  Object.assign(new Error('The refresh was refused.'), {
    response: { data, ...(data.code === sessionEnded && { status: 401 }) },
  });

async function exchange(refreshToken: string): Promise<Tokens> {
  try {
    return await tokensFrom('/auth/refresh', { refreshToken });
  } catch (error) {
    // The client throws an Error if there is no response, and the body of the response if the service refuses the call.
    if (error instanceof Error) throw error;
    const body = error as { code?: number };
    if (body.code === sessionEnded) storeTokens(undefined, refreshToken);
    throw refusal(body);
  }
}

export async function refreshTokenApi() {
  const tokens = await renewTokens(exchange);
  if (!tokens) throw refusal({ code: sessionEnded });
  return { data: tokens.accessToken, status: 200 };
}

/** Uses the client with token refresh, because the logout must end the session even if the access token has expired. */
export async function logoutApi() {
  if (!storedTokens()) return;
  try {
    await requestClient.post('/auth/logout', {});
  } finally {
    storeTokens(undefined);
  }
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
