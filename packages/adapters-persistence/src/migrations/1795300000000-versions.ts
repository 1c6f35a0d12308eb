import { migration } from './migration.ts';

/**
 * A table whose rows have a version number. Clients never see the hidden columns, so a change of a hidden column does
 * not change the version number.
 */
interface VersionedTable {
  readonly table: string;
  readonly hidden: readonly string[];
}

/**
 * The tables are listed in the order in which transactions write to them. Locking all of them in this order cannot
 * cause a deadlock.
 */
const versionedTables: readonly VersionedTable[] = [
  { table: 'users', hidden: ['password_hash', 'password_resets', 'email_key', 'username_key'] },
  { table: 'roles', hidden: [] },
  { table: 'permissions', hidden: [] },
  { table: 'menus', hidden: [] },
  { table: 'categories', hidden: [] },
  { table: 'tags', hidden: ['name_key'] },
  { table: 'contents', hidden: [] },
];

/**
 * A join table. Inserting or deleting one of its rows increments the version number of a row in the table `owners`. The
 * column `owner` contains the id of that row.
 */
interface CountedLinks {
  readonly table: string;
  readonly owners: string;
  readonly owner: string;
}

const countedLinks: readonly CountedLinks[] = [
  { table: 'user_roles', owners: 'users', owner: 'user_id' },
  { table: 'role_permissions', owners: 'roles', owner: 'role_id' },
  { table: 'role_menus', owners: 'roles', owner: 'role_id' },
  { table: 'content_tags', owners: 'contents', owner: 'content_id' },
];

/**
 * If the default is a constant, PostgreSQL adds a column without rewriting the rows. The default of `version_tx` is
 * therefore replaced in a second statement.
 */
const columns = ({ table }: VersionedTable): string => `
ALTER TABLE ${table} ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN version_tx xid8 NOT NULL DEFAULT '0';
ALTER TABLE ${table} ALTER COLUMN version_tx SET DEFAULT pg_current_xact_id();
`;

/**
 * Returns the condition that the current transaction has already incremented the version number of the row. The system
 * column `xmin` is also compared, because a restored database assigns the same transaction numbers again.
 */
const isCounted = (row: string): string =>
  `(${row}version_tx = pg_current_xact_id() AND ${row}xmin = pg_current_xact_id()::xid)`;

/**
 * Increments the version number when the row itself changes, at most once per transaction. If no column or only hidden
 * columns change, `updated_at` keeps its old value, unless the transaction has already incremented the version number.
 * The column `search_text` is not compared, because PostgreSQL computes it after this trigger from columns that are
 * compared. The WHEN clause excludes updates that set the version number, such as those by triggers on join tables.
 */
const rowCounter = ({ table, hidden }: VersionedTable): string => `
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

const linkCounter = ({ table, owners, owner }: CountedLinks): string => `
CREATE FUNCTION count_version_by_${table}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE ${owners} SET version = version + 1, version_tx = pg_current_xact_id()
  WHERE id = ANY (array(SELECT DISTINCT ${owner} FROM changed)) AND NOT ${isCounted('')};
  RETURN NULL;
END $$;
CREATE TRIGGER ${table}_version_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_version_by_${table}();
CREATE TRIGGER ${table}_version_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_version_by_${table}();
`;

/**
 * Adds version numbers to resources, and triggers that increment them. With triggers, every write counts, including
 * writes by processes of the previous release (ADR 76).
 */
export const Versions1795300000000 = migration('Versions1795300000000', async (runner) => {
  for (const each of versionedTables) await runner.query(columns(each) + rowCounter(each));
  for (const each of countedLinks) await runner.query(linkCounter(each));
});
