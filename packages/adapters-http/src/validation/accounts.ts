import { userLimits, type FieldError, type User } from '@portcullis/domain';
import { Email, Text } from './fields.ts';
import { validate } from './validate.ts';

class AccountNames {
  @Text(userLimits.username) username!: string;
  @Email() email!: string;
}

/** Validates the names of an account that is created without a request, by the rules for requests. @returns the invalid fields */
export const accountErrors = (names: Pick<User, 'username' | 'email'>): readonly FieldError[] =>
  validate(AccountNames, names).faults;
