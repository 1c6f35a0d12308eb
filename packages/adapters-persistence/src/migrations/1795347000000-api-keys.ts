import { migration } from './migration.ts';

const tables = `
ALTER TABLE users ADD COLUMN kind text NOT NULL DEFAULT 'PERSON' CHECK (kind IN ('PERSON', 'SERVICE'));
CREATE INDEX users_service_accounts ON users (created_at, id) WHERE kind = 'SERVICE';
CREATE TABLE api_keys (
  id uuid PRIMARY KEY, owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, name text NOT NULL,
  secret_hash text NOT NULL, permissions text[] NOT NULL, read_only boolean NOT NULL,
  allowed_addresses text[] NOT NULL, has_factor boolean NOT NULL, issued_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL, last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
  search_text text GENERATED ALWAYS AS (name) STORED);
CREATE INDEX api_keys_owner_id ON api_keys (owner_id, created_at);
ALTER TABLE new_events ADD COLUMN api_key_id uuid, ADD COLUMN api_key_name text;
ALTER TABLE events ADD COLUMN api_key_id uuid, ADD COLUMN api_key_name text;
`;

const names = `id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent, session_id, subject_type,
  subject_id, subject_name, changes, request_id, subject_version, api_key_id, api_key_name`;

/** Replaces `number_events` by a function that also copies the API key of an event. */
const numbering = (schema: string): string => `
CREATE OR REPLACE FUNCTION number_events(most integer) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
DECLARE
  last_place bigint;
  moved integer;
BEGIN
  IF NOT EXISTS (SELECT FROM new_events) THEN RETURN 0; END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('event positions', 0)) THEN RETURN NULL; END IF;
  PERFORM set_config('portcullis.numbers_events', 'yes', true);
  SELECT max(place) INTO last_place FROM (SELECT place FROM new_events ORDER BY place LIMIT most) first;
  WITH batch AS (
    DELETE FROM new_events WHERE place <= last_place RETURNING *
  ), sorted AS (SELECT * FROM batch ORDER BY place)
  INSERT INTO events (position, ${names}) SELECT nextval('event_positions'), ${names} FROM sorted;
  GET DIAGNOSTICS moved = ROW_COUNT;
  PERFORM set_config('portcullis.numbers_events', 'no', true);
  RETURN moved;
END $$;
`;

/**
 * Adds API keys, service accounts, and the API key with which an event was caused. Processes of the previous release
 * continue to work: their users are persons, and their events have no key.
 */
export const ApiKeys1795347000000 = migration('ApiKeys1795347000000', async (runner) => {
  await runner.query(tables);
  const [place]: { schema: string }[] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  if (place === undefined) throw new Error('The database does not respond.');
  await runner.query(numbering(place.schema));
});
