import { migration } from './migration.ts';

/**
 * Stores whether a user has proved ownership of the e-mail address of the account. Also stores the e-mail
 * address to which each link was sent. When a link for a new password is used, this address is compared with the
 * current address of the account. The default of the first column is a constant and the default of the second is null,
 * so no row is rewritten.
 */
export const VerifiedAddresses1795310100000 = migration(
  'VerifiedAddresses1795310100000',
  `
      ALTER TABLE users ADD COLUMN email_verified boolean NOT NULL DEFAULT false;
      ALTER TABLE mail_links ADD COLUMN email text`,
);
