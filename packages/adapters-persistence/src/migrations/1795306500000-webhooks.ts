import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds webhooks, and the position of the last event for which deliveries to webhooks were queued (ADR 87). The secrets
 * of webhooks are stored encrypted.
 */
export class Webhooks1795306500000 implements MigrationInterface {
  readonly name = 'Webhooks1795306500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY, url text NOT NULL, types jsonb NOT NULL, description text, enabled boolean NOT NULL,
        disabled_reason text, failing_since timestamptz(3), start_position float8 NOT NULL,
        secret text NOT NULL, previous_secret text, previous_secret_until timestamptz(3),
        created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
        search_text text GENERATED ALWAYS AS (url || E'\\n' || coalesce(description, '')) STORED);
      CREATE TABLE webhook_position (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), position float8 NOT NULL);
      INSERT INTO webhook_position (position) VALUES (0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_position; DROP TABLE webhooks');
  }
}
