import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a table with the ids of the keys that encrypt stored secrets, so that a start with another key is found. At most
 * one key is not lost: the one with which new secrets are encrypted.
 */
export class SecretsKeys1795331000000 implements MigrationInterface {
  readonly name = 'SecretsKeys1795331000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE secrets_keys (id text PRIMARY KEY, is_lost boolean NOT NULL);
      CREATE UNIQUE INDEX secrets_keys_current ON secrets_keys (is_lost) WHERE NOT is_lost`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE secrets_keys');
  }
}
