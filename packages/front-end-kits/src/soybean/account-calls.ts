import type { Schemas } from '@portcullis/client';
import { hasFailed, ifMatch, mapData, operationsOf, type Answer, type Request, type CallResult } from './calls.ts';
import { maxPageSize } from './lists.ts';
import { toLoginToken, toUserInfo, type UserInfo } from './session.ts';

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
  const { get, post, put, patch, delete: remove } = operationsOf(request);
  return {
    fetchLogin: (username: string, password: string) =>
      mapData(post('/api/auth/login', { body: { username, password } }), toLoginToken),
    /** @param challenge the result of `challengeAfter` for the previous step of the login */
    loginWithFactor: (challenge: string, code: string) =>
      mapData(post('/api/auth/login/factor', { body: { challenge, code } }), toLoginToken),
    /** Reads the providers at which users can sign in; the list may be empty. */
    fetchProviders: () => get('/api/auth/providers'),
    /** Logs in with the proof of `readSignInResult`. */
    exchangeTicket: (proof: Schemas['TicketBody']) =>
      mapData(post('/api/auth/oidc/exchange', { body: proof }), toLoginToken),
    fetchRefreshToken: (refreshToken: string) =>
      mapData(post('/api/auth/refresh', { body: { refreshToken } }), toLoginToken),
    /** Ends the session. The logout of the original front end only removes the tokens. */
    fetchLogout: () => post('/api/auth/logout'),
    /** Reads the profile first, so that a user whose session has ended sees only one message. */
    fetchGetUserInfo: async (): Promise<Answer<UserInfo, Failure, Reply>> => {
      const profile = await get('/api/auth/profile');
      if (hasFailed(profile)) return profile;
      return mapData(get('/api/auth/operations'), (operations) => toUserInfo(profile.data, operations));
    },
    /** Reads whether the service accepts registrations. */
    fetchCanRegister: () => mapData(get('/api/auth/registration'), ({ registration }) => registration === 'open'),
    register: (body: Pick<Schemas['RegisterBody'], 'username' | 'email' | 'password'>): Promise<CallResult<Failure>> =>
      post('/api/auth/register', { body }),
    /** Requests a mail with a link for a new password. The response does not reveal whether the account exists. */
    requestPasswordReset: (login: string, language: 'en' | 'zh') =>
      post('/api/auth/password-resets', { body: { login, language } }),
    /** @param token the text after `#reset=` in the link of the mail */
    confirmPasswordReset: (token: string, newPassword: string) =>
      post('/api/auth/password-resets/confirm', { body: { token, newPassword } }),
    fetchProfile: () => get('/api/auth/profile'),
    /** @param version the version number of the profile that the form shows */
    saveProfile: (body: ProfileForm, version: number) =>
      patch('/api/auth/profile', { body, headers: ifMatch(version) }),
    /** Changes the password. The service ends every other session of the caller. */
    changePassword: (currentPassword: string, newPassword: string): Promise<CallResult<Failure>> =>
      put('/api/auth/password', { body: { currentPassword, newPassword } }),
    /** Reads all active sessions of the caller. One request is enough, because a user has at most 50 sessions. */
    fetchSessions: (): Promise<Answer<readonly Schemas['Session'][], Failure, Reply>> =>
      mapData(get('/api/auth/sessions', { params: { query: { pageSize: maxPageSize } } }), ({ items }) => items),
    endSession: (id: string): Promise<CallResult<Failure>> =>
      remove('/api/auth/sessions/{id}', { params: { path: { id } } }),
  };
}
