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

/** The logged-in user in the front end. Its `hasAuth` looks into `buttons`. */
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

/** The role or permission that an operation of the management pages requires, as `hasAuth` takes it. */
export const needs = {
  userWrite: 'role:ADMIN',
  roleWrite: 'role:ADMIN',
  menuCreate: 'menu.create',
  menuUpdate: 'menu.update',
  menuDelete: 'menu.delete',
} as const;
