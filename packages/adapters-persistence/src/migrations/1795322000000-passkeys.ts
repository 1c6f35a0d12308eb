import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds passkeys to the table of second factors, and a table of challenges that authenticators sign (ADR 109).
 */
export class Passkeys1795322000000 implements MigrationInterface {
  readonly name = 'Passkeys1795322000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE factors ALTER COLUMN sealed_secret DROP NOT NULL,
        ADD COLUMN name text, ADD COLUMN credential_id text, ADD COLUMN public_key text,
        ADD COLUMN counter float8, ADD COLUMN transports text[];
      CREATE UNIQUE INDEX factors_credential_key ON factors (credential_id);
      CREATE TABLE passkey_challenges (
        hash text PRIMARY KEY, user_id uuid REFERENCES users ON DELETE CASCADE, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
      CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE passkey_challenges;
      DELETE FROM factors WHERE kind = 'passkey';
      ALTER TABLE factors ALTER COLUMN sealed_secret SET NOT NULL,
        DROP COLUMN name, DROP COLUMN credential_id, DROP COLUMN public_key, DROP COLUMN counter, DROP COLUMN transports`);
  }
}
