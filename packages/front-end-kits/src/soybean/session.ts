import type { Schemas } from '@portcullis/client';

export const toLoginToken = ({ token }: Pick<Schemas['LoggedIn'], 'token'>) => ({
  token: token.accessToken,
  refreshToken: token.refreshToken,
});

/** The front end's pair of tokens. */
export type LoginToken = ReturnType<typeof toLoginToken>;

export const toUserInfo = ({ id, username, roles, permissions }: Schemas['Profile']) => ({
  userId: id,
  userName: username,
  roles,
  /** Permission codes, and a code such as `role:ADMIN` for each role, because some operations need a role. */
  buttons: [...permissions, ...roles.map((code) => `role:${code}`)],
});

/** The logged-in user in the front end. The front end's `hasAuth` reads `buttons`. */
export type UserInfo = ReturnType<typeof toUserInfo>;

/** The role or permission that each operation of the management pages requires, in the form of `UserInfo.buttons`. */
export const needs = {
  userWrite: 'role:ADMIN',
  roleWrite: 'role:ADMIN',
  menuCreate: 'menu.create',
  menuUpdate: 'menu.update',
  menuDelete: 'menu.delete',
} as const;
