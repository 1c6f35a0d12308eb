import { runAsOwner } from './as-owner.ts';

/** A table that is partitioned by month, so that the owner of the tables can remove a complete month. */
interface Partitioned {
  readonly table: string;
  /** The column with the time of a row. */
  readonly time: string;
  /** The view that lists the partitions. */
  readonly view: string;
  /** The function that creates partitions, and the name of the advisory lock for creating and removing them. */
  readonly prepare: string;
  readonly lock: string;
  /** The function of the trigger that refuses changes. */
  readonly refuse: string;
}

/**
 * Creates the partitions of an append-only table. The table `_first` receives the rows from before the month in which
 * the database is created, such as those of demo contents and imports. The table `_other` receives the rows that belong
 * to no other partition, so that no row is rejected. Triggers refuse changes, also directly on a partition.
 *
 * The function creates the missing partitions for the month of a timestamp and the next two months, and returns the
 * number of created partitions. It creates no partition for a month that already has rows in `_other`, or while another
 * transaction creates or removes partitions. It fails if the timestamp is more than 366 days before or after the current
 * time.
 */
export const monthly = ({ table, time, view, prepare, lock, refuse }: Partitioned): string => {
  const appendOnly = (part: string): string => `CREATE TRIGGER ${table}_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON ${part} FOR EACH STATEMENT EXECUTE FUNCTION ${refuse}();`;
  return `
${appendOnly(table)}
CREATE TABLE ${table}_other PARTITION OF ${table} DEFAULT;
${appendOnly(`${table}_other`)}
DO $$ BEGIN
  EXECUTE format('CREATE TABLE ${table}_first PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO (%L)',
    to_char(date_trunc('month', now() AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI"Z"'));
END $$;
${appendOnly(`${table}_first`)}

CREATE VIEW ${view} AS
  SELECT c.relname::text AS name,
    coalesce((regexp_match(bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz, '-infinity') AS since,
    (regexp_match(bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS until
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) AS bound
  WHERE i.inhparent = '${table}'::regclass AND bound <> 'DEFAULT';

CREATE FUNCTION ${prepare}(moment timestamptz) RETURNS integer LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  month timestamptz;
  next timestamptz;
  part text;
  added integer := 0;
BEGIN
  IF abs(extract(epoch FROM moment - now())) > 366 * 86400 THEN
    RAISE EXCEPTION 'months are prepared a year ahead at most';
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('${lock}', 0)) THEN RETURN 0; END IF;
  FOR ahead IN 0..2 LOOP
    month := date_trunc('month', moment) + ahead * interval '1 month';
    next := month + interval '1 month';
    CONTINUE WHEN EXISTS (SELECT FROM ${view} m WHERE m.since < next AND m.until > month)
      OR EXISTS (SELECT FROM ${table}_other o WHERE o.${time} >= month AND o.${time} < next);
    part := to_char(month, '"${table}_"YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE ${table} INCLUDING ALL)', part);
    EXECUTE format('${appendOnly('%I')}', part);
    -- Attached, not made in place: that would lock readers out.
    EXECUTE format('ALTER TABLE ${table} ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, month, next);
    added := added + 1;
  END LOOP;
  RETURN added;
END $$;
${runAsOwner(`${prepare}(timestamptz)`)}
SELECT ${prepare}(now());
`;
};
