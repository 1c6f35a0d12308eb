import { migration } from './migration.ts';

const appendOnly = (table: string): string => `CREATE TRIGGER audit_records_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;

/** Renames the existing table, so that a partitioned table can take its name. */
const stepAside = `
ALTER TABLE audit_records RENAME TO audit_records_first;
ALTER TABLE audit_records_first DROP CONSTRAINT audit_records_pkey;
ALTER TABLE audit_records_first ADD CONSTRAINT audit_records_first_pkey PRIMARY KEY (id, created_at);
ALTER INDEX audit_records_created_at RENAME TO audit_records_first_created_at;
ALTER INDEX audit_records_user_id RENAME TO audit_records_first_user_id;
ALTER INDEX audit_records_resource_id RENAME TO audit_records_first_resource_id;
DROP TRIGGER audit_records_total_insert ON audit_records_first;
DROP TRIGGER audit_records_total_delete ON audit_records_first;
DROP TRIGGER audit_records_total_truncate ON audit_records_first;
`;

/** Selects the start of the month that follows the latest record or the current time, whichever is later. */
const firstMonthEnds = `SELECT to_char(date_trunc('month', greatest(now(), max(created_at)) AT TIME ZONE 'UTC')
  + interval '1 month', 'YYYY-MM-DD"T"HH24:MI"Z"') AS until FROM audit_records_first`;

/**
 * Creates the partitioned table, with the existing table as its first partition. The default partition
 * `audit_records_other` receives the records that belong to no other partition, so that no record is rejected.
 */
const takePlace = (until: string): string => `
CREATE TABLE audit_records (LIKE audit_records_first) PARTITION BY RANGE (created_at);
ALTER TABLE audit_records ADD CONSTRAINT audit_records_pkey PRIMARY KEY (id, created_at);
CREATE INDEX audit_records_created_at ON audit_records (created_at, id);
CREATE INDEX audit_records_user_id ON audit_records (user_id, created_at, id);
CREATE INDEX audit_records_resource_id ON audit_records (resource_id, created_at, id);
${appendOnly('audit_records')}
CREATE TRIGGER audit_records_total_insert AFTER INSERT ON audit_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_total_of_audit_records();
ALTER TABLE audit_records ATTACH PARTITION audit_records_first FOR VALUES FROM (MINVALUE) TO ('${until}');
CREATE TABLE audit_records_other PARTITION OF audit_records DEFAULT;
${appendOnly('audit_records_other')}

CREATE VIEW audit_months AS
  SELECT c.relname::text AS name,
    coalesce((regexp_match(bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz, '-infinity') AS since,
    (regexp_match(bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS until
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) AS bound
  WHERE i.inhparent = 'audit_records'::regclass AND bound <> 'DEFAULT';
`;

/**
 * Creates the missing partitions for the month of a timestamp and the next two months, and returns the number of
 * created partitions. The function runs with the rights of its owner. The role that writes records therefore need not
 * own the table and cannot remove records. No partition is created for a month that already has records in
 * `audit_records_other`, or while another transaction creates or removes partitions. The function fails if the
 * timestamp is more than 366 days before or after the current time.
 */
const prepare = (schema: string): string => `
CREATE FUNCTION prepare_audit_months(moment timestamptz) RETURNS integer LANGUAGE plpgsql
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
  IF NOT pg_try_advisory_xact_lock(hashtextextended('audit months', 0)) THEN RETURN 0; END IF;
  FOR ahead IN 0..2 LOOP
    month := date_trunc('month', moment) + ahead * interval '1 month';
    next := month + interval '1 month';
    CONTINUE WHEN EXISTS (SELECT FROM audit_months m WHERE m.since < next AND m.until > month)
      OR EXISTS (SELECT FROM audit_records_other o WHERE o.created_at >= month AND o.created_at < next);
    part := to_char(month, '"audit_records_"YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE audit_records INCLUDING ALL)', part);
    EXECUTE format('${appendOnly('%I')}', part);
    -- Attached, not made in place: that would lock readers out.
    EXECUTE format('ALTER TABLE audit_records ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, month, next);
    added := added + 1;
  END LOOP;
  RETURN added;
END $$;
`;

/**
 * Partitions the audit records by month, so that the owner of the tables can remove a complete month. The name and the
 * columns of the table do not change, so processes of the previous release continue to work.
 */
export const AuditMonths1795266000000 = migration('AuditMonths1795266000000', async (runner) => {
  await runner.query(stepAside);
  const [first]: { until: string }[] = await runner.query(firstMonthEnds);
  const [place]: { schema: string }[] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  if (first === undefined || place === undefined) throw new Error('The database does not respond.');
  await runner.query(takePlace(first.until));
  await runner.query(prepare(place.schema));
  await runner.query('SELECT prepare_audit_months(now())');
});
