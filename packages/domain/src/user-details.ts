import { administratorRole } from './built-in.ts';

/**
 * Which callers see the e-mail address, phone number, gender and disabled roles of another user. `all`: every logged-in
 * user. `own`: only `userDetailsReaders`.
 */
export const userDetailsModes = ['all', 'own'] as const;
export type UserDetailsMode = (typeof userDetailsModes)[number];

/** Callers with one of these roles or permissions always see the details of other users. */
export const userDetailsReaders = { roles: [administratorRole.code], permissions: ['user.read'] } as const;
