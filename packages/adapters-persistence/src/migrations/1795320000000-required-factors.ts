import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds columns that store whether a role grants nothing without a second factor, and whether a session was verified
 * with a second factor. Both columns have a constant default, so no row is rewritten.
 */
export class RequiredFactors1795320000000 implements MigrationInterface {
  readonly name = 'RequiredFactors1795320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE roles ADD COLUMN requires_factor boolean NOT NULL DEFAULT false;
      ALTER TABLE sessions ADD COLUMN has_factor boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN has_factor; ALTER TABLE roles DROP COLUMN requires_factor');
  }
}
