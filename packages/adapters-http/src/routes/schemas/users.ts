import type { LogInFacts, UserView, UserWithGrants, VisibleUser } from '@portcullis/application/internal/ports/users';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import { statuses, type Status } from '@portcullis/domain/internal/shared/status';
import { userKinds, userLimits, type Gender, type User } from '@portcullis/domain/internal/accounts/user';
import { listItemSchema } from './list-items.ts';
import { attributes } from './user-attributes.ts';
import { Email } from '../../validation/fields.ts';
import { genderSchema, IsGender, IsStatus } from '../../validation/service-fields.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';
import { acceptedBy } from '../../validation/json-schema.ts';

/** The roles of a user with their periods. */
export const roleGrantsSchema = schema.listOf(
  schema.object<RoleGrant>({
    roleId: schema.withDescription(schema.uuid(), 'The id of the role.'),
    validFrom: schema.withDescription(
      schema.nullable(schema.timestamp),
      'From when on the user has the role. Null: from the beginning.',
    ),
    validUntil: schema.withDescription(
      schema.nullable(schema.timestamp),
      'Until when the user has the role. Null: without end.',
    ),
  }),
);

const { genderText, genderNumber } = userLimits;

const gender: Schema<Gender> = { ...genderSchema, [acceptedBy]: IsGender() };

export const status: Schema<Status> = { ...schema.oneOf(statuses), [acceptedBy]: IsStatus() };

export const userFields: Fields<User> = {
  id: schema.withDescription(schema.uuid(), 'The id of the user.'),
  kind: schema.withDescription(
    schema.oneOf(userKinds),
    'PERSON: a person, who logs in. SERVICE: a service account, which is used by programs with API keys and cannot log in. It never changes.',
    'Default: PERSON.',
  ),
  email: schema.withDescription(
    { ...schema.textOf(userLimits.email), format: 'email', [acceptedBy]: Email() },
    'The e-mail address. It is unique, regardless of case.',
  ),
  emailVerified: schema.withDescription(
    schema.flag,
    'Whether the user has used a link that was sent to the e-mail address. A new address is not verified.',
  ),
  invitedUntil: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When the link in the invitation stops working. With this link, the user chooses the first password. Null if the user was not invited, or has chosen a password.',
  ),
  username: schema.withDescription(
    schema.textOf(userLimits.username),
    'The user name. It is unique, regardless of case and character width.',
  ),
  nickName: schema.withDescription(
    schema.nullable(schema.textOf(userLimits.nickName)),
    'The name to show instead of the user name.',
  ),
  phone: schema.withDescription(schema.nullable(schema.textOf(userLimits.phone)), 'The phone number.'),
  gender: schema.withDescription(
    schema.nullable(gender),
    `The gender, returned as it was sent: a text of at most ${genderText.max} characters or an integer from ${genderNumber.min} to ${genderNumber.max}. Admin front ends send 1 for male and 2 for female.`,
  ),
  attributes: schema.withDescription(attributes, 'The attributes of the user that the caller can read, by name.'),
  status: schema.withDescription(
    status,
    '1: enabled, 0: disabled. A disabled user cannot log in, and the sessions of the user end.',
    'Default: 1.',
  ),
  ...schema.versioned,
};

const logInFacts: Fields<LogInFacts> = {
  lastLoginAt: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When the user last logged in; only with `withLogIns`. Null if the user has never logged in.',
  ),
  hasFactor: schema.withDescription(schema.flag, 'Whether the user has a second factor; only with `withLogIns`.'),
};

const viewFields: Fields<UserView> = {
  ...userFields,
  roles: schema.withDescription(
    schema.listOf(
      schema.object<UserView['roles'][number]>({
        id: schema.withDescription(schema.uuid(), 'The id of the role.'),
        code: schema.withDescription(schema.textOf(roleLimits.code), 'The code of the role.'),
        name: schema.withDescription(schema.textOf(roleLimits.name), 'The name of the role.'),
      }),
    ),
    'The roles that the user has now, including disabled roles.',
  ),
};

/** A user in a list of users (docs/interface.md §2.2). */
export const userSchema = listItemSchema<UserView>('User', viewFields, logInFacts);

/** The names of the fields of a user in a list. */
export const listedUserFields = Object.keys({ ...viewFields, ...logInFacts });

const grantsOfUser =
  'All roles of the user with the times from which on and until which the user has them, including those that have ended or not begun.';

/** A user in the responses of the other user routes. */
export const userWithGrantsSchema = schema.namedObject<UserWithGrants>('UserWithGrants', {
  ...viewFields,
  roleGrants: schema.withDescription(roleGrantsSchema, grantsOfUser),
});

/** A user in the response to a caller who perhaps may not see all fields. */
export const visibleUserSchema = schema.namedObject<VisibleUser>('VisibleUser', {
  ...viewFields,
  email: schema.withDescription(
    schema.nullable({ ...schema.textOf(userLimits.email), format: 'email' }),
    'The e-mail address. Null if the caller may not see it.',
  ),
  roleGrants: schema.withDescription(
    schema.nullable(roleGrantsSchema),
    `${grantsOfUser} Null if the caller may not see them.`,
  ),
});
