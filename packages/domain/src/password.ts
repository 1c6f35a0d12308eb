import { BusinessError } from './errors.ts';

/** Longest password, in characters. */
export const passwordMaxLength = 128;

export interface PasswordPolicy {
  /** Smallest number of characters. */
  readonly minLength: number;
  /** Passwords refused because everybody tries them first. */
  readonly common: ReadonlySet<string>;
}

/**
 * A new password is taken exactly as sent: no composition rules, no trimming.
 * @throws {BusinessError} password-unacceptable, naming `field`
 */
export function checkPassword(policy: PasswordPolicy, password: string, field: string): void {
  const message = passwordFault(policy, password);
  if (message !== undefined) throw new BusinessError('password-unacceptable', message, [{ field, message }]);
}

/** What is wrong with a new password; `undefined` for a good one. */
export function passwordFault(policy: PasswordPolicy, password: string): string | undefined {
  const length = [...password].length;
  if (length < policy.minLength || length > passwordMaxLength) {
    return `The password must have ${policy.minLength} to ${passwordMaxLength} characters.`;
  }
  return policy.common.has(password)
    ? 'This password is among the most common ones. Please choose another.'
    : undefined;
}
