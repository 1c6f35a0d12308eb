import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the table of setup links. With a setup link, the first administrator chooses a user name and a password (ADR
 * 69). The table contains only the hashes of the tokens in the links.
 */
export class SetupLinks1795290000000 implements MigrationInterface {
  readonly name = 'SetupLinks1795290000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE setup_links (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE, token_hash text NOT NULL,
        expires_at timestamptz(3) NOT NULL, used_at timestamptz(3))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE setup_links');
  }
}
