import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the passkey with which a session began, so that the session can end when the passkey is removed. The column is
 * null for sessions that began without a passkey, and for sessions of earlier releases. Also removes the sessions of
 * disabled users. Earlier releases kept them, and they would continue if the user was enabled again.
 */
export class SessionPasskeys1795332100000 implements MigrationInterface {
  readonly name = 'SessionPasskeys1795332100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE status <> 1)');
    await runner.query('ALTER TABLE sessions ADD COLUMN passkey_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN passkey_id');
  }
}
