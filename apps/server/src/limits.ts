import type { Limit } from '@portcullis/adapters-http';

/** Every limit of the specification, section 8, that the HTTP side enforces. */
export const setUserRolesLimit: Limit = { name: 'set-user-roles', calls: 10, seconds: 60, per: 'caller' };

export const registerLimit = (perMinute: number): Limit => ({
  name: 'register',
  calls: perMinute,
  seconds: 60,
  per: 'address',
});

/** Largest request body. */
export const maxBodyBytes = 64 * 1024;

/** Largest body of the content routes: 10 MB of Markdown, escaped. */
export const maxContentBodyBytes = 24 * 1024 * 1024;
