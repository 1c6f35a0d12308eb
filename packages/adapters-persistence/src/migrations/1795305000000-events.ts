import { migration } from './migration.ts';

const columns = `
  id uuid NOT NULL,
  type text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  actor_type text NOT NULL,
  actor_id uuid,
  actor_name text,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  session_id uuid,
  subject_type text NOT NULL,
  subject_id uuid,
  subject_name text,
  changes jsonb NOT NULL,
  request_id text`;

const names = columns.replace(/ (?:uuid|text|timestamptz\(3\)|jsonb)(?: NOT NULL)?/g, '');

const appendOnly = (table: string): string => `CREATE TRIGGER events_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();`;

/**
 * A transaction adds its events to `new_events`. `number_events` moves committed events to `events` and assigns their
 * positions. Calls of `number_events` run one after another, so all positions of a call are visible before the next
 * call assigns higher positions.
 */
const tables = `
CREATE TABLE new_events (place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${columns});

CREATE SEQUENCE event_positions;
CREATE TABLE events (position bigint NOT NULL, ${columns}, PRIMARY KEY (position, occurred_at))
  PARTITION BY RANGE (occurred_at);
CREATE INDEX events_id ON events (id);
CREATE INDEX events_type ON events (type text_pattern_ops, position);
CREATE INDEX events_actor_id ON events (actor_id, position);
CREATE INDEX events_subject_id ON events (subject_id, position);

CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'events are append-only'; END $$;
${appendOnly('events')}
CREATE TABLE events_other PARTITION OF events DEFAULT;
${appendOnly('events_other')}
CREATE FUNCTION refuse_new_event_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND current_setting('portcullis.numbers_events', true) = 'yes' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'events are append-only';
END $$;
CREATE TRIGGER new_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON new_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_new_event_change();

CREATE VIEW event_months AS
  SELECT c.relname::text AS name,
    coalesce((regexp_match(bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz, '-infinity') AS since,
    (regexp_match(bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS until
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) AS bound
  WHERE i.inhparent = 'events'::regclass AND bound <> 'DEFAULT';
`;

const monthStart = `SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI"Z"') AS start`;

/**
 * Creates the partition for events before the month in which this migration runs. Such events are recorded for demo
 * contents, whose times are in the past.
 */
const first = (until: string): string => `
CREATE TABLE events_first PARTITION OF events FOR VALUES FROM (MINVALUE) TO ('${until}');
${appendOnly('events_first')}
`;

/**
 * Assigns positions to at most 10,000 committed events and returns the number of moved events. Within one call, events
 * get their positions in the order in which they were inserted. A transaction that waited for another transaction
 * before inserting its events therefore gets the higher positions. This function and `prepare_event_months` run with
 * the rights of their owner, so that the role of the service needs no right to delete.
 */
const numbering = (schema: string): string => `
CREATE FUNCTION number_events() RETURNS integer LANGUAGE plpgsql
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
 * Creates the missing partitions for the month of a timestamp and the next two months, and returns the number of
 * created partitions. No partition is created for a month that already has events in `events_other`, or while another
 * transaction creates or removes partitions. The function fails if the timestamp is more than 366 days before or after
 * the current time.
 */
const months = (schema: string): string => `
CREATE FUNCTION prepare_event_months(moment timestamptz) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = ${schema}, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  month timestamptz;
  next timestamptz;
  part text;
  added integer := 0;
BEGIN
  IF abs(extract(epoch FROM moment - now())) > 366 * 86400 THEN
    RAISE EXCEPTION 'months are prepared a year ahead at most';
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('event months', 0)) THEN RETURN 0; END IF;
  FOR ahead IN 0..2 LOOP
    month := date_trunc('month', moment) + ahead * interval '1 month';
    next := month + interval '1 month';
    CONTINUE WHEN EXISTS (SELECT FROM event_months m WHERE m.since < next AND m.until > month)
      OR EXISTS (SELECT FROM events_other o WHERE o.occurred_at >= month AND o.occurred_at < next);
    part := to_char(month, '"events_"YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING ALL)', part);
    EXECUTE format('${appendOnly('%I')}', part);
    -- Attached, not made in place: that would lock readers out.
    EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, month, next);
    added := added + 1;
  END LOOP;
  RETURN added;
END $$;
`;

/** Creates the event log. Existing tables do not change, so processes of the previous release continue to work. */
export const Events1795305000000 = migration('Events1795305000000', async (runner) => {
  await runner.query(tables);
  const [month]: { start: string }[] = await runner.query(monthStart);
  const [place]: { schema: string }[] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  if (place === undefined || month === undefined) throw new Error('The database does not respond.');
  await runner.query(numbering(place.schema));
  await runner.query(months(place.schema));
  await runner.query(first(month.start));
  await runner.query('SELECT prepare_event_months(now())');
});
