import { migration } from './migration.ts';

const names = `id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent, session_id, subject_type,
  subject_id, subject_name, changes, request_id, subject_version`;

/** Replaces `number_events` by a function that also copies the column `subject_version`. */
const numbering = (schema: string): string => `
CREATE OR REPLACE FUNCTION number_events() RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
DECLARE
  moved integer;
BEGIN
  IF NOT EXISTS (SELECT FROM new_events) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('event positions', 0));
  PERFORM set_config('portcullis.numbers_events', 'yes', true);
  WITH batch AS (
    DELETE FROM new_events WHERE place IN (SELECT place FROM new_events ORDER BY place LIMIT 10000) RETURNING *
  ), sorted AS (SELECT * FROM batch ORDER BY place)
  INSERT INTO events (position, ${names}) SELECT nextval('event_positions'), ${names} FROM sorted;
  GET DIAGNOSTICS moved = ROW_COUNT;
  PERFORM set_config('portcullis.numbers_events', 'no', true);
  RETURN moved;
END $$;
`;

/**
 * Stores with each event the version number that its subject has after the event. The number is null if the subject has
 * no version number, or if the event does not change its subject. It is also null if a process of the previous release
 * added the event.
 */
export const EventVersions1795307500000 = migration('EventVersions1795307500000', async (runner) => {
  await runner.query('ALTER TABLE new_events ADD COLUMN subject_version integer');
  await runner.query('ALTER TABLE events ADD COLUMN subject_version integer');
  const [place]: { schema: string }[] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  if (place === undefined) throw new Error('The database does not respond.');
  await runner.query(numbering(place.schema));
});
