import { migration } from './migration.ts';

/**
 * Adds the period in which a user has a role. Null means that the grant has no beginning or no end, so existing grants
 * do not change. `is_end_recorded` is true after the event `user.grant.expired` of the present end has been recorded.
 * All columns have constant defaults, so no row is rewritten.
 */
const columns = `
ALTER TABLE user_roles ADD COLUMN valid_from timestamptz, ADD COLUMN valid_until timestamptz,
  ADD COLUMN is_end_recorded boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT user_roles_period CHECK (valid_until > valid_from);
CREATE INDEX user_roles_ends ON user_roles (valid_until) WHERE valid_until IS NOT NULL AND NOT is_end_recorded;
`;

/** The indexes contain the period, so that the access check reads only an index, as it did without periods. */
const indexes = `
ALTER TABLE user_roles DROP CONSTRAINT user_roles_pkey,
  ADD CONSTRAINT user_roles_pkey PRIMARY KEY (user_id, role_id) INCLUDE (valid_from, valid_until);
DROP INDEX user_roles_members;
CREATE INDEX user_roles_members ON user_roles (role_id, user_id) INCLUDE (valid_from, valid_until);
`;

/** A change of the period increments the version number of the user, at most once per transaction. */
const counter = `
CREATE FUNCTION count_version_by_role_grants() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE users SET version = version + 1, version_tx = pg_current_xact_id()
  WHERE id = NEW.user_id AND NOT (version_tx = pg_current_xact_id() AND xmin = pg_current_xact_id()::xid);
  RETURN NULL;
END $$;
CREATE TRIGGER user_roles_version_period AFTER UPDATE ON user_roles FOR EACH ROW
  WHEN ((NEW.valid_from, NEW.valid_until) IS DISTINCT FROM (OLD.valid_from, OLD.valid_until))
  EXECUTE FUNCTION count_version_by_role_grants();
`;

export const RoleGrants1795346000000 = migration('RoleGrants1795346000000', async (runner) => {
  await runner.query(columns + indexes);
  await runner.query(counter);
});
