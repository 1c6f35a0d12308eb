import { migration } from './migration.ts';

/**
 * Adds the table of the links in mails (ADR 88). The table contains only hashes of the tokens. If a client requests a
 * link for an account that does not exist, a row is stored too, so that the request takes as long as for an existing
 * account. The user id in such a row belongs to no user, so `user_id` is not a foreign key.
 */
export const MailLinks1795308000000 = migration(
  'MailLinks1795308000000',
  `
      CREATE TABLE mail_links (
        token_hash text PRIMARY KEY, purpose text NOT NULL, user_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX mail_links_user ON mail_links (user_id);
      CREATE INDEX mail_links_expires ON mail_links (expires_at)`,
);
