import { BusinessError, type FieldError } from './errors.ts';
import { passwordError, type PasswordPolicy } from './password.ts';
import { usernameError } from './username.ts';

/** A user name and a password as a client sent them. Values that are not strings are ignored. */
export interface AccountInput {
  readonly username?: unknown;
  readonly password?: unknown;
}

/**
 * Returns all errors in the user name and the password of a new account, so that the client can correct them together.
 */
export function accountRuleErrors(policy: PasswordPolicy, { username, password }: AccountInput): readonly FieldError[] {
  const messages = {
    username: typeof username === 'string' ? usernameError(username) : undefined,
    password: typeof password === 'string' ? passwordError(policy, password) : undefined,
  };
  return Object.entries(messages).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

/**
 * @throws {BusinessError} username-unacceptable, or password-unacceptable if only the password is wrong; the details
 * list all errors
 */
export function checkNewAccount(policy: PasswordPolicy, draft: AccountInput): void {
  const faults = accountRuleErrors(policy, draft);
  const [first] = faults;
  if (first === undefined) return;
  const refusal = first.field === 'username' ? 'username-unacceptable' : 'password-unacceptable';
  throw new BusinessError(refusal, first.message, faults);
}
