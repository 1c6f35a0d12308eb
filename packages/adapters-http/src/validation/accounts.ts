import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import { accountRuleErrors } from '@portcullis/domain/internal/accounts/new-account';
import type { PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import { userLimits, type User } from '@portcullis/domain/internal/accounts/user';
import { Email, OneLine } from './fields.ts';
import { validate, withRuleErrors } from './validate.ts';

class AccountNames {
  @OneLine(userLimits.username) username!: string;
  @Email() email!: string;
}

/**
 * Validates the user name and the e-mail address of an account that is created from the configuration or by a command.
 * The rules are the same as for requests.
 * @returns the errors of invalid fields
 */
export const accountErrors = (names: Pick<User, 'username' | 'email'>): readonly FieldError[] =>
  validate(AccountNames, names).errors;

/**
 * Validates the user name, the e-mail address and the password of an account that a command creates.
 * @returns the errors of invalid fields
 */
export const newAccountErrors = (
  names: Pick<User, 'username' | 'email'>,
  password: string,
  policy: PasswordPolicy,
): readonly FieldError[] => withRuleErrors(accountErrors(names), accountRuleErrors(policy, { ...names, password }));
