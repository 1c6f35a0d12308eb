import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time until which the invitation of a user is valid. Processes of the previous release leave this
 * column unchanged.
 */
export class Invitations1795321000000 implements MigrationInterface {
  readonly name = 'Invitations1795321000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN invited_until timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN invited_until');
  }
}
