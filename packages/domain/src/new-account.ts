import { BusinessError, type FieldError } from './errors.ts';
import { passwordFault, type PasswordPolicy } from './password.ts';
import { usernameFault } from './username.ts';

/** A user name and a password as a client sent them; values that are not texts are not looked at. */
export interface AccountDraft {
  readonly username?: unknown;
  readonly password?: unknown;
}

/** @returns everything that is wrong with the user name and the password of a new account, so that it is corrected at once. */
export function accountFaults(policy: PasswordPolicy, { username, password }: AccountDraft): readonly FieldError[] {
  const messages = {
    username: typeof username === 'string' ? usernameFault(username) : undefined,
    password: typeof password === 'string' ? passwordFault(policy, password) : undefined,
  };
  return Object.entries(messages).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

/** @throws {BusinessError} username-unacceptable, or password-unacceptable for a good user name; its details name both fields */
export function checkNewAccount(policy: PasswordPolicy, draft: AccountDraft): void {
  const faults = accountFaults(policy, draft);
  const [first] = faults;
  if (first === undefined) return;
  const refusal = first.field === 'username' ? 'username-unacceptable' : 'password-unacceptable';
  throw new BusinessError(refusal, first.message, faults);
}
