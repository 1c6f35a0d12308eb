import type { Schemas } from '@portcullis/client';

/** The front end's pair of tokens. */
export interface LoginToken {
  readonly token: string;
  readonly refreshToken: string;
}

export const toLoginToken = ({ token }: Pick<Schemas['LoggedIn'], 'token'>): LoginToken => ({
  token: token.accessToken,
  refreshToken: token.refreshToken,
});

/** The logged-in user in the front end. The front end's `hasAuth` reads `buttons`. */
export interface UserInfo {
  readonly userId: string;
  readonly userName: string;
  readonly roles: string[];
  /** Permission codes, and a code such as `role:ADMIN` for each role, because some operations need a role. */
  readonly buttons: string[];
}

export const toUserInfo = ({ id, username, roles, permissions }: Schemas['Profile']): UserInfo => ({
  userId: id,
  userName: username,
  roles,
  buttons: [...permissions, ...roles.map((code) => `role:${code}`)],
});

/** The role or permission that each operation of the management pages requires, in the form of `UserInfo.buttons`. */
export const needs = {
  userWrite: 'role:ADMIN',
  roleWrite: 'role:ADMIN',
  menuCreate: 'menu.create',
  menuUpdate: 'menu.update',
  menuDelete: 'menu.delete',
} as const;
