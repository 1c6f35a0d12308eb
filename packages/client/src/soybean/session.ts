import type { Schemas } from '../client.ts';

/** The front end's pair of tokens. */
export interface LoginToken {
  readonly token: string;
  readonly refreshToken: string;
}

export const toLoginToken = ({ token }: Pick<Schemas['LoggedIn'], 'token'>): LoginToken => ({
  token: token.accessToken,
  refreshToken: token.refreshToken,
});

/** The logged-in user in the front end. Roles and buttons (permission codes) decide which elements it shows. */
export interface UserInfo {
  readonly userId: string;
  readonly userName: string;
  readonly roles: string[];
  readonly buttons: string[];
}

export const toUserInfo = ({ id, username, roles, permissions }: Schemas['Profile']): UserInfo => ({
  userId: id,
  userName: username,
  roles,
  buttons: permissions,
});
