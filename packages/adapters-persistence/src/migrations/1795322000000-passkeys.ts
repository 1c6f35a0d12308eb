import { migration } from './migration.ts';

/**
 * Adds passkeys to the table of second factors, and a table of challenges that authenticators sign (ADR 109).
 */
export const Passkeys1795322000000 = migration(
  'Passkeys1795322000000',
  `
      ALTER TABLE factors ALTER COLUMN sealed_secret DROP NOT NULL,
        ADD COLUMN name text, ADD COLUMN credential_id text, ADD COLUMN public_key text,
        ADD COLUMN counter float8, ADD COLUMN transports text[];
      CREATE UNIQUE INDEX factors_credential_key ON factors (credential_id);
      CREATE TABLE passkey_challenges (
        hash text PRIMARY KEY, user_id uuid REFERENCES users ON DELETE CASCADE, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
      CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at)`,
);
