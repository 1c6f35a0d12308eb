import { accountFaults, userLimits, type FieldError, type PasswordPolicy, type User } from '@portcullis/domain';
import { Email, Text } from './fields.ts';
import { validate, withRuleErrors } from './validate.ts';

class AccountNames {
  @Text(userLimits.username) username!: string;
  @Email() email!: string;
}

/** Validates the names of an account that is created without a request, by the rules for requests. @returns the invalid fields */
export const accountErrors = (names: Pick<User, 'username' | 'email'>): readonly FieldError[] =>
  validate(AccountNames, names).faults;

/** Everything that is wrong with an account that a command is to create: names and password. */
export const newAccountErrors = (
  names: Pick<User, 'username' | 'email'>,
  password: string,
  policy: PasswordPolicy,
): readonly FieldError[] =>
  withRuleErrors(accountErrors(names), accountFaults(policy, { username: names.username, password }));
