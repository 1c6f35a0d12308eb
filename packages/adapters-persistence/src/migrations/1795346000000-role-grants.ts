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
CREATE INDEX user_roles_periods ON user_roles (user_id) WHERE valid_from IS NOT NULL OR valid_until IS NOT NULL;
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
  await runner.query(columns);
  await runner.query(counter);
});
