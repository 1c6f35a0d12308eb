import type { Schemas } from '@portcullis/client';

/** Returns the tokens of a login under the names of the front end. */
export const toLoginToken = ({ token }: Pick<Schemas['LoggedIn'], 'token'>) => ({
  token: token.accessToken,
  refreshToken: token.refreshToken,
});

/** The front end's pair of tokens. */
export type LoginToken = ReturnType<typeof toLoginToken>;

/**
 * Returns the user of a session under the names of the front end.
 * @param operations the operations that the user may call
 */
export const toUserInfo = (
  { id, username, roles, permissions }: Schemas['Profile'],
  operations: readonly { readonly id: string }[],
) => ({
  userId: id,
  userName: username,
  roles,
  /** The ids of operations, which decide about the buttons of this package, and permission codes for other pages. */
  buttons: [...operations.map((operation) => operation.id), ...permissions],
});

/** The logged-in user in the front end. The front end's `hasAuth` reads `buttons`. */
export type UserInfo = ReturnType<typeof toUserInfo>;
