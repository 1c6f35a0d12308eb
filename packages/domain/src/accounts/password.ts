import { BusinessError } from '../shared/errors.ts';

/** Maximum length of a password, in characters (code points). */
export const passwordMaxLength = 128;

/** What passwords are accepted. */
export interface PasswordPolicy {
  /** Minimum length, in characters (code points). */
  readonly minLength: number;
  /** Common passwords, which are refused because attackers try them first. */
  readonly common: ReadonlySet<string>;
}

/**
 * Checks a new password. There are no composition rules, and spaces count as characters.
 * @throws {BusinessError} password-unacceptable, with `field` in its details
 */
export function checkPassword(policy: PasswordPolicy, password: string, field: string): void {
  const message = passwordError(policy, password);
  if (message !== undefined) throw new BusinessError('password-unacceptable', message, [{ field, message }]);
}

/** Returns a sentence that says why a new password is refused, or `undefined` if the password is acceptable. */
export function passwordError(policy: PasswordPolicy, password: string): string | undefined {
  const length = [...password].length;
  if (length < policy.minLength || length > passwordMaxLength) {
    return `The password must have ${policy.minLength} to ${passwordMaxLength} characters.`;
  }
  return policy.common.has(password)
    ? 'This password is among the most common ones. Please choose another.'
    : undefined;
}
