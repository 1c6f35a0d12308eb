import { migration } from './migration.ts';

/** Adds second factors, recovery codes, and logins that wait for a code. */
export const Factors1795309000000 = migration(
  'Factors1795309000000',
  `
      CREATE TABLE factors (
        id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, kind text NOT NULL,
        sealed_secret text NOT NULL, created_at timestamptz(3) NOT NULL, confirmed_at timestamptz(3),
        last_step integer, last_used_at timestamptz(3));
      CREATE INDEX factors_user ON factors (user_id);
      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, code_hash text NOT NULL, PRIMARY KEY (user_id, code_hash));
      CREATE TABLE login_challenges (
        token_hash text PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        failures integer NOT NULL, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX login_challenges_user ON login_challenges (user_id);
      CREATE INDEX login_challenges_expires ON login_challenges (expires_at)`,
);
