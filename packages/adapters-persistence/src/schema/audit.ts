import { monthly } from './shared/months.ts';
import { keepTotal } from './shared/totals.ts';

export const auditTotal = { table: 'audit_records' };

/** Audit records. The rows of a removed month are subtracted from the total by the code that removes it. */
export const audit = `
CREATE TABLE audit_records (
  id uuid NOT NULL,
  event text NOT NULL,
  user_id uuid NOT NULL,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  resource text NOT NULL,
  resource_id uuid NOT NULL,
  action text NOT NULL,
  payload jsonb NOT NULL,
  result text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX audit_records_created_at ON audit_records (created_at, id);
CREATE INDEX audit_records_user_id ON audit_records (user_id, created_at, id);
CREATE INDEX audit_records_resource_id ON audit_records (resource_id, created_at, id);
${keepTotal(auditTotal, ['insert'])}

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'audit records are append-only'; END $$;
${monthly({
  table: 'audit_records',
  time: 'created_at',
  view: 'audit_months',
  prepare: 'prepare_audit_months',
  lock: 'audit months',
  refuse: 'refuse_change',
})}
`;
