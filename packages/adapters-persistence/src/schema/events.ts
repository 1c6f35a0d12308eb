import { runAsOwner } from './shared/as-owner.ts';
import { monthly } from './shared/months.ts';

/** The columns of an event, with their types. */
const columns = {
  id: 'uuid NOT NULL',
  type: 'text NOT NULL',
  occurred_at: 'timestamptz(3) NOT NULL',
  actor_type: 'text NOT NULL',
  actor_id: 'uuid',
  actor_name: 'text',
  api_key_id: 'uuid',
  api_key_name: 'text',
  agent: 'jsonb',
  ip_address: 'text NOT NULL',
  user_agent: 'text NOT NULL',
  session_id: 'uuid',
  subject_type: 'text NOT NULL',
  subject_id: 'uuid',
  subject_name: 'text',
  subject_version: 'integer',
  changes: 'jsonb NOT NULL',
  request_id: 'text',
};
const definitions = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(',\n  ');
const names = Object.keys(columns).join(', ');

/**
 * A transaction adds its events to `new_events`. `number_events` moves committed events to `events` and assigns their
 * positions. `subject_version` is the version number that the subject has after the event. It is null if the subject has
 * no version number, or if the event does not change its subject.
 */
const tables = `
CREATE TABLE new_events (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ${definitions}
);
CREATE FUNCTION refuse_new_event_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND current_setting('portcullis.numbers_events', true) = 'yes' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'events are append-only';
END $$;
CREATE TRIGGER new_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON new_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_new_event_change();

CREATE SEQUENCE event_positions;
CREATE TABLE events (
  position bigint NOT NULL,
  ${definitions},
  PRIMARY KEY (position, occurred_at)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX events_id ON events (id);
CREATE INDEX events_type ON events (type text_pattern_ops, position);
CREATE INDEX events_actor_id ON events (actor_id, position);
CREATE INDEX events_subject_id ON events (subject_id, position);
CREATE INDEX events_agent ON events ((agent->>'via'), position) WHERE agent IS NOT NULL;

CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'events are append-only'; END $$;
${monthly({
  table: 'events',
  time: 'occurred_at',
  view: 'event_months',
  prepare: 'prepare_event_months',
  lock: 'event months',
  refuse: 'refuse_event_change',
})}
`;

/**
 * `number_events(most)` assigns positions to about `most` committed events and returns the number of moved events. Within
 * one call, events get their positions in the order in which they were inserted. A transaction that waited for another
 * transaction before inserting its events therefore gets the higher positions. If another transaction is numbering
 * events, the function returns null immediately. The lock ends after the commit of that transaction, so all its positions
 * are visible to the next one, which assigns higher positions. If a transaction commits between the two statements that
 * read `new_events`, the function moves its events too, which may be more than `most`. Each statement reads the rows in
 * one pass, even if the planner expects an empty table.
 */
const numbering = `
CREATE FUNCTION number_events(most integer) RETURNS integer LANGUAGE plpgsql AS $$
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
${runAsOwner('number_events(integer)')}
`;

export const events = tables + numbering;
