import { BusinessError } from './errors.ts';

/**
 * Who may create an account without an administrator. `open`: everybody. `invite` and `off`: nobody; an account begins
 * with an administrator, who may send an invitation. `off` states that invitations are not intended either.
 */
export const registrationModes = ['open', 'invite', 'off'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Whether people can create their own accounts, by registration or by the sign-up of an identity provider. */
export const isRegistrationOpen = (mode: RegistrationMode): boolean => mode === 'open';

export const registrationClosed = (): BusinessError =>
  new BusinessError('registration-closed', 'Registration is closed. Ask an administrator for an account.');
