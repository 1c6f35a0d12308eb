import { migration } from './migration.ts';

/**
 * Adds the accounts of users at identity providers (ADR 93), and the tickets of sign-ins with these accounts.
 * A ticket is valid only for a minute. The table of tickets is therefore unlogged, although a crash of the database
 * empties an unlogged table. This migration also adds a column for the identity provider that assigned a role to a
 * user. The column is null for all other roles.
 */
export const Identities1795310000000 = migration(
  'Identities1795310000000',
  `
      CREATE TABLE identities (
        id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        issuer text NOT NULL, subject text NOT NULL,
        created_at timestamptz(3) NOT NULL, last_used_at timestamptz(3) NOT NULL,
        CONSTRAINT identities_subject_key UNIQUE (issuer, subject));
      CREATE INDEX identities_user_id ON identities (user_id);
      CREATE UNLOGGED TABLE sign_in_tickets (
        hash text PRIMARY KEY, challenge text NOT NULL, provider text NOT NULL, account jsonb NOT NULL,
        expires_at timestamptz(3) NOT NULL);
      CREATE INDEX sign_in_tickets_expires_at ON sign_in_tickets (expires_at);
      ALTER TABLE user_roles ADD COLUMN source text`,
);
