import type { UserView } from '@portcullis/application';
import { statuses, userLimits, type Gender, type Status, type User } from '@portcullis/domain';
import {
  explained,
  uuid,
  listOf,
  moment,
  named,
  nullable,
  object,
  oneOf,
  text,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

const { genderText, genderNumber } = userLimits;

export const gender: Schema<Gender> = {
  description: 'As its client sent it. Clients of this family write 1 for male and 2 for female.',
  anyOf: [
    { type: 'string', maxLength: genderText.max },
    { type: 'integer', minimum: genderNumber.min, maximum: genderNumber.max },
  ],
};

export const status: Schema<Status> = explained(oneOf(statuses), '1 enabled, 0 disabled.');

export const userFields: Fields<User> = {
  id: uuid(),
  email: { type: 'string', format: 'email' },
  username: text,
  nickName: nullable(text),
  phone: nullable(text),
  gender: nullable(gender),
  status,
  createdAt: moment,
  updatedAt: moment,
};

/** A user as the user routes return it (docs/interface.md §2.2). */
export const userSchema = named('User', () =>
  object<UserView>({
    ...userFields,
    roles: listOf(object<UserView['roles'][number]>({ id: uuid(), code: text, name: text })),
  }),
);
