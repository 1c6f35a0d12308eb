import type { LoggedIn, Profile, TokenPair } from '@portcullis/application';
import { explained, uuid, listOf, named, object, text, type Fields } from '../../validation/schema.ts';
import { userFields } from './users.ts';

/** The two tokens of a session (docs/interface.md §4.1). */
export const tokenPairSchema = named('TokenPair', () =>
  object<TokenPair>({
    accessToken: explained(text, 'For the header `Authorization: Bearer <accessToken>`.'),
    refreshToken: explained(text, 'Works once, at `POST /api/auth/refresh`.'),
    expiresIn: explained(text, 'Lifetime of the access token, a duration such as `15m`.'),
  }),
);

export const loggedInFields: Fields<LoggedIn> = {
  user: object<LoggedIn['user']>({
    id: uuid(),
    username: text,
    roles: explained(listOf(text), 'Codes of the enabled roles.'),
  }),
  token: tokenPairSchema,
};

export const loggedInSchema = named('LoggedIn', () => object<LoggedIn>(loggedInFields));

export const profileSchema = named('Profile', () =>
  object<Profile>({
    ...userFields,
    roles: explained(listOf(text), 'Codes of the enabled roles.'),
    permissions: explained(listOf(text), 'Codes of the enabled permissions held through them.'),
  }),
);
