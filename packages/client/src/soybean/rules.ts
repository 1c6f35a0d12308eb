/** The rules of the service for texts of forms. Front ends check them before they send a form; lengths are in characters. */
export const formRules = {
  userName: /^[\p{L}\p{M}\p{Nd}_.-]{3,64}$/u,
  email: /^[^\s@]+@[^\s@]+$/u,
  phone: /^[0-9 +()-]{3,32}$/,
  /** The service may be configured to ask for more than 8 characters. Its message tells how many. */
  password: /^.{8,128}$/su,
  roleCode: /^[A-Z][A-Z0-9_]{1,63}$/,
} as const;
