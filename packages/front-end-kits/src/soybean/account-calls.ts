import type { Provider, Schemas } from '@portcullis/client';
import { ifMatch, mapData, type Answer, type Request, type CallResult } from './calls.ts';
import type { Page } from './lists.ts';
import { toLoginToken, toUserInfo } from './session.ts';

/** The fields of the user's account that the user centre can change. */
export interface ProfileForm {
  readonly email: string;
  readonly nickName: string | null;
  readonly phone: string | null;
  /** Required for another e-mail address, unless the last log-in was at most 15 minutes ago. */
  readonly currentPassword?: string;
}

/** Creates the calls about the caller's session, password and profile. */
export function accountCalls<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  return {
    fetchLogin: (username: string, password: string) =>
      mapData(
        request<Schemas['LoggedIn']>({ url: '/auth/login', method: 'post', data: { username, password } }),
        toLoginToken,
      ),
    /** @param challenge the result of `challengeAfter` for the previous step of the login */
    loginWithFactor: (challenge: string, code: string) =>
      mapData(
        request<Schemas['LoggedIn']>({ url: '/auth/login/factor', method: 'post', data: { challenge, code } }),
        toLoginToken,
      ),
    /** Reads the providers at which users can sign in; the list may be empty. */
    fetchProviders: () => request<Provider[]>({ url: '/auth/providers' }),
    /** Logs in with the proof of `readSignInResult`. */
    exchangeTicket: (proof: Schemas['TicketBody']) =>
      mapData(request<Schemas['LoggedIn']>({ url: '/auth/oidc/exchange', method: 'post', data: proof }), toLoginToken),
    fetchRefreshToken: (refreshToken: string) =>
      mapData(
        request<Pick<Schemas['LoggedIn'], 'token'>>({ url: '/auth/refresh', method: 'post', data: { refreshToken } }),
        toLoginToken,
      ),
    /** Ends the session. The logout of the original front end only removes the tokens. */
    fetchLogout: () => request<null>({ url: '/auth/logout', method: 'post' }),
    fetchGetUserInfo: () => mapData(request<Schemas['Profile']>({ url: '/auth/profile' }), toUserInfo),
    /** Reads whether the service accepts registrations. */
    fetchCanRegister: () =>
      mapData(
        request<{ readonly registration: string }>({ url: '/auth/registration' }),
        ({ registration }) => registration === 'open',
      ),
    register: (data: Pick<Schemas['RegisterBody'], 'username' | 'email' | 'password'>): Promise<CallResult<Failure>> =>
      request<unknown>({ url: '/auth/register', method: 'post', data }),
    /** Requests a mail with a link for a new password. The response does not reveal whether the account exists. */
    requestPasswordReset: (login: string, language: Schemas['RequestPasswordResetBody']['language']) =>
      request<unknown>({ url: '/auth/password-resets', method: 'post', data: { login, language } }),
    /** @param token the text after `#reset=` in the link of the mail */
    confirmPasswordReset: (token: string, newPassword: string) =>
      request<unknown>({ url: '/auth/password-resets/confirm', method: 'post', data: { token, newPassword } }),
    fetchProfile: () => request<Schemas['Profile']>({ url: '/auth/profile' }),
    /** @param version the version number of the profile that the form shows */
    saveProfile: (data: ProfileForm, version: number) =>
      request<Schemas['Profile']>({ url: '/auth/profile', method: 'patch', data, headers: ifMatch(version) }),
    /** Changes the password. The service ends every other session of the caller. */
    changePassword: (currentPassword: string, newPassword: string): Promise<CallResult<Failure>> =>
      request<unknown>({ url: '/auth/password', method: 'put', data: { currentPassword, newPassword } }),
    /** Reads all active sessions of the caller. One request is enough, because a user has at most 50 sessions. */
    fetchSessions: (): Promise<Answer<readonly Schemas['Session'][], Failure, Reply>> =>
      mapData(
        request<Page<Schemas['Session']>>({ url: '/auth/sessions', params: { pageSize: 100 } }),
        ({ items }) => items,
      ),
    endSession: (id: string): Promise<CallResult<Failure>> =>
      request<unknown>({ url: `/auth/sessions/${id}`, method: 'delete' }),
  };
}
