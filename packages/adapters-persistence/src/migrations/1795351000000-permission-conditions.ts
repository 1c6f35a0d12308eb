import { migration } from './migration.ts';

/**
 * Adds the condition under which a role has a permission. Null means that there is none, so existing permissions of
 * roles do not change. The type `json` keeps the order of the properties, so that equal conditions have equal texts. One
 * index contains only links with a condition, and one only links without, so that the access check reads only an index.
 */
const column = `
ALTER TABLE role_permissions ADD COLUMN condition json;
CREATE INDEX role_permissions_conditional ON role_permissions (permission_id, role_id) WHERE condition IS NOT NULL;
CREATE INDEX role_permissions_plain ON role_permissions (role_id, permission_id) WHERE condition IS NULL;
`;

/** A change of the condition increments the version number of the role, at most once per transaction. */
const counter = `
CREATE FUNCTION count_version_by_conditions() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE roles SET version = version + 1, version_tx = pg_current_xact_id()
  WHERE id = NEW.role_id AND NOT (version_tx = pg_current_xact_id() AND xmin = pg_current_xact_id()::xid);
  RETURN NULL;
END $$;
CREATE TRIGGER role_permissions_version_condition AFTER UPDATE ON role_permissions FOR EACH ROW
  WHEN (NEW.condition::text IS DISTINCT FROM OLD.condition::text)
  EXECUTE FUNCTION count_version_by_conditions();
`;

export const PermissionConditions1795351000000 = migration('PermissionConditions1795351000000', async (runner) => {
  await runner.query(column);
  await runner.query(counter);
});
