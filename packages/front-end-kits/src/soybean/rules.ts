/**
 * Rules for texts, which front ends check before they send a form. The service also has stricter rules, for example for
 * user names and e-mail addresses. Lengths are in characters.
 * @example
 * console.log(formRules.roleCode.test('EDITOR'), formRules.roleCode.test('editor')); // true false
 */
export const formRules = {
  userName: /^[\p{L}\p{M}\p{Nd}_.-]{3,64}$/u,
  email: /^[^\s@]+@[^\s@]+$/u,
  phone: /^[0-9 +()-]{3,32}$/,
  /** The service may require more than 8 characters. Its error message contains the configured minimum. */
  password: /^.{8,128}$/su,
  roleCode: /^[A-Z][A-Z0-9_]{1,63}$/,
} as const;
