import type { Provider, Schemas } from '../client.ts';
import { ifMatch, mapData, type Answer, type Request, type Saved } from './calls.ts';
import type { Page } from './lists.ts';
import { toLoginToken, toUserInfo } from './session.ts';

/** The fields of one's own account that the user centre changes. */
export interface ProfileForm {
  readonly email: string;
  readonly nickName: string | null;
  readonly phone: string | null;
}

/** Calls about the caller: session, password, profile. */
export function accountCalls<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  return {
    fetchLogin: (username: string, password: string) =>
      mapData(
        request<Schemas['LoggedIn']>({ url: '/auth/login', method: 'post', data: { username, password } }),
        toLoginToken,
      ),
    /** @param challenge the challenge of the refused log-in, from `challengeAfter` */
    loginWithFactor: (challenge: string, code: string) =>
      mapData(
        request<Schemas['LoggedIn']>({ url: '/auth/login/factor', method: 'post', data: { challenge, code } }),
        toLoginToken,
      ),
    /** The providers at which users can sign in; none if the service has none. */
    fetchProviders: () => request<Provider[]>({ url: '/auth/providers' }),
    /** Logs in with the proof of `returnedSignIn`. */
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
    register: (data: Pick<Schemas['RegisterBody'], 'username' | 'email' | 'password'>): Promise<Saved<Failure>> =>
      request<unknown>({ url: '/auth/register', method: 'post', data }),
    /** Sends a mail with a link for a new password if the account exists. The answer does not tell whether it exists. */
    requestPasswordReset: (login: string, language: Schemas['RequestPasswordResetBody']['language']) =>
      request<unknown>({ url: '/auth/password-resets', method: 'post', data: { login, language } }),
    /** @param token the text behind `#reset=` in the link of the mail */
    confirmPasswordReset: (token: string, newPassword: string) =>
      request<unknown>({ url: '/auth/password-resets/confirm', method: 'post', data: { token, newPassword } }),
    fetchProfile: () => request<Schemas['Profile']>({ url: '/auth/profile' }),
    /** @param version the version of the profile that the form was filled with */
    saveProfile: (data: ProfileForm, version: number) =>
      request<Schemas['Profile']>({ url: '/auth/profile', method: 'patch', data, headers: ifMatch(version) }),
    /** Ends every other session of the caller as well. */
    changePassword: (currentPassword: string, newPassword: string): Promise<Saved<Failure>> =>
      request<unknown>({ url: '/auth/password', method: 'put', data: { currentPassword, newPassword } }),
    /** Reads the caller's live sessions, of which there are at most 50. */
    fetchSessions: (): Promise<Answer<readonly Schemas['Session'][], Failure, Reply>> =>
      mapData(
        request<Page<Schemas['Session']>>({ url: '/auth/sessions', params: { pageSize: 100 } }),
        ({ items }) => items,
      ),
    endSession: (id: string): Promise<Saved<Failure>> =>
      request<unknown>({ url: `/auth/sessions/${id}`, method: 'delete' }),
  };
}
