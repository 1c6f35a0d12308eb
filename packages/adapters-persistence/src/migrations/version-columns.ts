// The statements that migrations which have run already contain must not change.

/**
 * A table whose rows have a version number. Clients never see the hidden columns, so a change of a hidden column does
 * not change the version number.
 */
export interface VersionedTable {
  readonly table: string;
  readonly hidden: readonly string[];
}

/**
 * If the default is a constant, PostgreSQL adds a column without rewriting the rows. The default of `version_tx` is
 * therefore replaced in a second statement.
 */
export const versionColumns = ({ table }: VersionedTable): string => `
ALTER TABLE ${table} ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN version_tx xid8 NOT NULL DEFAULT '0';
ALTER TABLE ${table} ALTER COLUMN version_tx SET DEFAULT pg_current_xact_id();
`;

/**
 * Returns the condition that the current transaction has already incremented the version number of the row. The system
 * column `xmin` is also compared, because a restored database assigns the same transaction numbers again.
 */
export const isCounted = (row: string): string =>
  `(${row}version_tx = pg_current_xact_id() AND ${row}xmin = pg_current_xact_id()::xid)`;

/**
 * Increments the version number when the row itself changes, at most once per transaction. If no column or only hidden
 * columns change, `updated_at` keeps its old value, unless the transaction has already incremented the version number.
 * The column `search_text` is not compared, because PostgreSQL computes it after this trigger from columns that are
 * compared. The WHEN clause excludes updates that set the version number, such as those by triggers on join tables.
 */
export const rowCounter = ({ table, hidden }: VersionedTable): string => `
CREATE FUNCTION count_version_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE shown record;
BEGIN
  shown := NEW;
  ${['updated_at', 'search_text', ...hidden].map((column) => `shown.${column} := OLD.${column};`).join(' ')}
  IF ${isCounted('OLD.')} THEN
    RETURN NEW;
  ELSIF shown IS DISTINCT FROM OLD THEN
    NEW.version := OLD.version + 1;
    NEW.version_tx := pg_current_xact_id();
  ELSE
    NEW.updated_at := OLD.updated_at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ${table}_version BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (NEW.version = OLD.version)
  EXECUTE FUNCTION count_version_of_${table}();
`;
