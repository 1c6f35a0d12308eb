import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which the user of a session last authenticated again (ADR 103). It is null if the user has not
 * authenticated again since the login.
 */
export class AuthenticationTimes1795320100000 implements MigrationInterface {
  readonly name = 'AuthenticationTimes1795320100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN authenticated_at');
  }
}
