/**
 * The columns of a table whose rows have a version number. `version_tx` is the transaction that incremented it last.
 * A trigger of `countVersions` increments the number, so that every write counts, whichever program writes (ADR 76).
 */
export const versionColumns = `version integer NOT NULL DEFAULT 1, version_tx xid8 NOT NULL DEFAULT pg_current_xact_id()`;

/**
 * Returns the condition that the current transaction has already incremented the version number of the row. The system
 * column `xmin` is also compared, because a restored database assigns the same transaction numbers again.
 */
const isCounted = (row = ''): string =>
  `(${row}version_tx = pg_current_xact_id() AND ${row}xmin = pg_current_xact_id()::xid)`;

/**
 * Increments the version number when the row itself changes, at most once per transaction. If no column or only hidden
 * columns change, `updated_at` keeps its old value, unless the transaction has already incremented the version number.
 * A foreign key that clears a reference does not set `updated_at`, so the trigger does.
 * The column `search_text` is not compared, because PostgreSQL computes it after this trigger from columns that are
 * compared. The WHEN clause excludes updates that set the version number, such as those by triggers on join tables.
 * @param hidden columns that clients never see
 */
export const countVersions = (table: string, hidden: readonly string[] = []): string => `
CREATE OR REPLACE FUNCTION count_version_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE shown record;
BEGIN
  shown := NEW;
  ${['updated_at', 'search_text', ...hidden].map((column) => `shown.${column} := OLD.${column};`).join(' ')}
  IF ${isCounted('OLD.')} THEN
    RETURN NEW;
  ELSIF shown IS DISTINCT FROM OLD THEN
    NEW.version := OLD.version + 1;
    NEW.version_tx := pg_current_xact_id();
    IF NEW.updated_at = OLD.updated_at THEN
      NEW.updated_at := greatest(OLD.updated_at, now());
    END IF;
  ELSE
    NEW.updated_at := OLD.updated_at;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER ${table}_version BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (NEW.version = OLD.version)
  EXECUTE FUNCTION count_version_of_${table}();
`;

/** A join table. The column `owner` contains the id of a row in the table `owners`, whose version number is incremented. */
interface Links {
  readonly table: string;
  readonly owners: string;
  readonly owner: string;
}

/** The assignments that count a change of what belongs to a row. No change is earlier than the last one. */
const countOwner = `version = version + 1, version_tx = pg_current_xact_id(), updated_at = greatest(updated_at, now())`;

/** Inserting or deleting a row of a join table increments the version number of its owner, once per transaction. */
export const countLinks = ({ table, owners, owner }: Links): string => `
CREATE OR REPLACE FUNCTION count_version_by_${table}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE ${owners} SET ${countOwner}
  WHERE id = ANY (array(SELECT DISTINCT ${owner} FROM changed)) AND NOT ${isCounted()};
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ${table}_version_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_version_by_${table}();
CREATE OR REPLACE TRIGGER ${table}_version_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_version_by_${table}();
`;

/**
 * Changing other columns of a row of a join table increments the version number of its owner, once per transaction.
 * @param isChanged the SQL condition on the rows NEW and OLD
 */
export const countLinkChanges = ({ table, owners, owner }: Links, isChanged: string): string => `
CREATE OR REPLACE FUNCTION count_version_by_changed_${table}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE ${owners} SET ${countOwner}
  WHERE id = NEW.${owner} AND NOT ${isCounted()};
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ${table}_version_update AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${isChanged})
  EXECUTE FUNCTION count_version_by_changed_${table}();
`;
