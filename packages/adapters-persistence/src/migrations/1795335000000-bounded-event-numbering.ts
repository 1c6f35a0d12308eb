import { migration } from './migration.ts';

const names = `id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent, session_id, subject_type,
  subject_id, subject_name, changes, request_id, subject_version`;

/**
 * `number_events(most)` assigns positions to about `most` committed events and returns the number of moved events. If
 * another transaction is numbering events, the function returns null immediately. The lock ends after the commit of
 * that transaction, so all its positions are visible to the next one, which assigns higher positions. If a transaction
 * commits between the two statements that read `new_events`, the function moves its events too, which may be more than
 * `most`. Each statement reads the rows in one pass, even if the planner expects an empty table.
 */
const numbering = (schema: string): string => `
CREATE FUNCTION number_events(most integer) RETURNS integer LANGUAGE plpgsql
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

CREATE OR REPLACE FUNCTION number_events() RETURNS integer LANGUAGE sql
  SECURITY DEFINER SET search_path = ${schema}, pg_temp AS 'SELECT coalesce(number_events(1000), 0)';
`;

/**
 * Limits the time that a reader of the event log spends on numbering events. The function without a parameter remains,
 * because processes of the previous release call it.
 */
export const BoundedEventNumbering1795335000000 = migration('BoundedEventNumbering1795335000000', async (runner) => {
  const [place]: { schema: string }[] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  if (place === undefined) throw new Error('The database does not respond.');
  await runner.query(numbering(place.schema));
});
