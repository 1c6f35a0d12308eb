import { userLimits, type FieldError, type User } from '@portcullis/domain';
import { Email, Text } from './fields.ts';
import { validate } from './validate.ts';

class AccountNames {
  @Text(userLimits.username) username!: string;
  @Email() email!: string;
}

/** What is wrong with the names of an account that no request asks for, by the rules of those that requests do. */
export const accountErrors = (names: Pick<User, 'username' | 'email'>): readonly FieldError[] =>
  validate(AccountNames, names).faults;
