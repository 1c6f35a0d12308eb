import { migration } from './migration.ts';
import { isCounted, rowCounter, versionColumns, type VersionedTable } from './version-columns.ts';

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
  for (const each of versionedTables) await runner.query(versionColumns(each) + rowCounter(each));
  for (const each of countedLinks) await runner.query(linkCounter(each));
});
