import { migration } from './migration.ts';

/**
 * Adds webhooks, and the position of the last event for which deliveries to webhooks were queued (ADR 87). The secrets
 * of webhooks are stored encrypted.
 */
export const Webhooks1795306500000 = migration(
  'Webhooks1795306500000',
  `
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY, url text NOT NULL, types jsonb NOT NULL, description text, enabled boolean NOT NULL,
        disabled_reason text, failing_since timestamptz(3), start_position float8 NOT NULL,
        secret text NOT NULL, previous_secret text, previous_secret_until timestamptz(3),
        created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
        search_text text GENERATED ALWAYS AS (url || E'\\n' || coalesce(description, '')) STORED);
      CREATE TABLE webhook_position (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), position float8 NOT NULL);
      INSERT INTO webhook_position (position) VALUES (0)`,
);
