import type { UserView } from '@portcullis/application';
import { statuses, userLimits, type Gender, type Status, type User } from '@portcullis/domain';
import {
  withDescription,
  uuid,
  flag,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  versioned,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

const { genderText, genderNumber } = userLimits;

export const gender: Schema<Gender> = {
  anyOf: [
    { type: 'string', maxLength: genderText.max },
    { type: 'integer', minimum: genderNumber.min, maximum: genderNumber.max },
  ],
};

export const status: Schema<Status> = withDescription(oneOf(statuses), '1: enabled (default), 0: disabled.');

export const userFields: Fields<User> = {
  id: withDescription(uuid(), 'The id of the user.'),
  email: { type: 'string', format: 'email', description: 'The e-mail address, unique ignoring case.' },
  emailVerified: withDescription(
    flag,
    'Whether the user has used a link that was sent to the e-mail address. Another address is not verified.',
  ),
  invitedUntil: withDescription(
    nullable(timestamp),
    'Until when the user can choose the first password with the link of the invitation. Null if the account has a password.',
  ),
  username: withDescription(text, 'The user name, unique ignoring case and width.'),
  nickName: withDescription(nullable(text), 'The name to show instead of the user name.'),
  phone: withDescription(nullable(text), 'The phone number.'),
  gender: withDescription(
    nullable(gender),
    `The gender, returned as it was sent: a text of at most ${genderText.max} characters or an integer from ${genderNumber.min} to ${genderNumber.max}. Admin front ends send 1 for male and 2 for female.`,
  ),
  status: withDescription(
    status,
    '1: enabled (default), 0: disabled. A disabled user cannot log in, and tokens stop working.',
  ),
  ...versioned,
};

/** A user as the user routes return it (docs/interface.md §2.2). */
export const userSchema = named('User', () =>
  object<UserView>({
    ...userFields,
    roles: withDescription(
      listOf(
        object<UserView['roles'][number]>({
          id: withDescription(uuid(), 'The id of the role.'),
          code: withDescription(text, 'The code of the role.'),
          name: withDescription(text, 'The name of the role.'),
        }),
      ),
      'The roles of the user, disabled ones included.',
    ),
  }),
);
