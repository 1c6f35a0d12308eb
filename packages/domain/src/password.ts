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
 * Refuses: password-unacceptable, naming `field`.
 */
export function checkPassword(policy: PasswordPolicy, password: string, field: string): void {
  const length = [...password].length;
  const problem =
    length < policy.minLength || length > passwordMaxLength
      ? `The password must have ${policy.minLength} to ${passwordMaxLength} characters.`
      : policy.common.has(password)
        ? 'This password is among the most common ones. Please choose another.'
        : undefined;
  if (problem !== undefined) throw new BusinessError('password-unacceptable', problem, [{ field, message: problem }]);
}
