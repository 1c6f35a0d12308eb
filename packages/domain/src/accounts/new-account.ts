import { emailError } from '../names/email.ts';
import { BusinessError, type FieldError, type Refusal } from '../shared/errors.ts';
import { passwordError, type PasswordPolicy } from './password.ts';
import { usernameError } from '../names/username.ts';

/** The data of a new account as a client sent them. Values that are not strings are ignored. */
export interface AccountInput {
  readonly username?: unknown;
  readonly email?: unknown;
  readonly password?: unknown;
}

/**
 * Returns all errors in the user name, the e-mail address and the password of a new account, so that the client can
 * correct them together.
 */
export function accountRuleErrors(
  policy: PasswordPolicy,
  { username, email, password }: AccountInput,
): readonly FieldError[] {
  const messages = {
    username: typeof username === 'string' ? usernameError(username) : undefined,
    email: typeof email === 'string' ? emailError(email) : undefined,
    password: typeof password === 'string' ? passwordError(policy, password) : undefined,
  };
  return Object.entries(messages).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

const refusals: Readonly<Record<string, Refusal>> = {
  username: 'username-unacceptable',
  email: 'email-unacceptable',
};

/**
 * Checks the user name, the e-mail address and the password of a new account.
 * @throws {BusinessError} username-unacceptable, email-unacceptable or password-unacceptable, for the first of these
 * fields that is wrong; the details list all errors
 */
export function checkNewAccount(policy: PasswordPolicy, draft: AccountInput): void {
  const faults = accountRuleErrors(policy, draft);
  const [first] = faults;
  if (first === undefined) return;
  throw new BusinessError(refusals[first.field] ?? 'password-unacceptable', first.message, faults);
}

/**
 * Who may create an account without an administrator. `open`: everybody. `invite` and `off`: nobody; an account begins
 * with an administrator, who may send an invitation. `off` states that invitations are not intended either.
 */
export const registrationModes = ['open', 'invite', 'off'] as const;
/** Whether people can create their own accounts. */
export type RegistrationMode = (typeof registrationModes)[number];

/** Whether people can create their own accounts, by registration or by the sign-up of an identity provider. */
export const isRegistrationOpen = (mode: RegistrationMode): boolean => mode === 'open';

/** Makes the refusal of a registration while people cannot create their own accounts. */
export const registrationClosed = (): BusinessError =>
  new BusinessError('registration-closed', 'Registration is closed. Ask an administrator for an account.');
