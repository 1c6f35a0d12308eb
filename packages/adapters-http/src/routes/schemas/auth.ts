import type { LoggedIn, TokenPair } from '@portcullis/application/internal/auth/sessions/start-session';
import type { Profile } from '@portcullis/application/internal/ports/users';
import { permissionLimits } from '@portcullis/domain/internal/roles/permission';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import * as schema from '../../validation/schema.ts';
import type { Fields } from '../../validation/schema.ts';
import { userFields } from './users.ts';

/** The two tokens of a session (docs/interface.md §4.1). */
export const tokenPairSchema = schema.namedObject<TokenPair>('TokenPair', {
  accessToken: schema.withDescription(schema.text, 'The token to send as `Authorization: Bearer <accessToken>`.'),
  refreshToken: schema.withDescription(
    schema.text,
    'The token that `POST /api/auth/refresh` exchanges once for a new pair of tokens.',
  ),
  expiresIn: schema.withDescription(schema.text, 'The lifetime of the access token as a duration, such as `15m`.'),
});

const roles = schema.withDescription(
  schema.listOf(schema.textOf(roleLimits.code)),
  'The codes of the enabled roles of the user. In a session without a second factor, roles with `requiresFactor` are missing.',
);

/** The permissions of a user (docs/interface.md §4.1). */
export const permissionCodes = schema.withDescription(
  schema.listOf(schema.textOf(permissionLimits.code)),
  'The codes of the enabled permissions that the user has through enabled roles. In a session without a second factor, roles with `requiresFactor` grant none.',
);

export const loggedInFields: Fields<LoggedIn> = {
  user: schema.withDescription(
    schema.object<LoggedIn['user']>({ id: userFields.id, username: userFields.username, roles }),
    'The user who logged in.',
  ),
  token: schema.withDescription(tokenPairSchema, 'The tokens of the new session.'),
};

export const loggedInSchema = schema.namedObject<LoggedIn>('LoggedIn', loggedInFields);

export const profileSchema = schema.namedObject<Profile>('Profile', {
  ...userFields,
  pendingEmail: schema.withDescription(
    schema.nullable(schema.textOf(userLimits.email)),
    'The new e-mail address, which replaces `email` when the user opens the link in the mail to the new address. Null if no change is pending.',
  ),
  hasPassword: schema.withDescription(
    schema.flag,
    'Whether the account has a password. The account of a user who signed up at an identity provider has none until the user sets one with a link in a mail.',
  ),
  roles,
  permissions: permissionCodes,
});
