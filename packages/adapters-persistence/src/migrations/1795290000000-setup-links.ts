import { migration } from './migration.ts';

/**
 * Adds the table of setup links. With a setup link, the first administrator chooses a user name and a password (ADR
 * 69). The table contains only the hashes of the tokens in the links.
 */
export const SetupLinks1795290000000 = migration(
  'SetupLinks1795290000000',
  `
      CREATE TABLE setup_links (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE, token_hash text NOT NULL,
        expires_at timestamptz(3) NOT NULL, used_at timestamptz(3))`,
);
