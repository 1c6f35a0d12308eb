import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countLinkChanges, countLinks, countVersions, versionColumns } from './shared/versions.ts';

export const roleTotal = { table: 'roles', key: 'status' };

/** There are few roles, so lists need no further indexes. */
const table = `
CREATE TABLE roles (
  id uuid PRIMARY KEY,
  code text NOT NULL CONSTRAINT roles_code_key UNIQUE,
  name text NOT NULL CONSTRAINT roles_name_key UNIQUE,
  description text,
  is_system boolean NOT NULL,
  requires_factor boolean NOT NULL DEFAULT false,
  status smallint NOT NULL CHECK (status IN (0, 1)),
  ${versionColumns},
  ${timestamps},
  ${searchText('code', 'name', 'description')}
);
CREATE INDEX roles_created_at ON roles (created_at, id);
${searchIndex('roles')}
${keepTotal(roleTotal)}
${countVersions('roles')}
`;

const userRoles = { table: 'user_roles', owners: 'users', owner: 'user_id' };
const rolePermissions = { table: 'role_permissions', owners: 'roles', owner: 'role_id' };

/**
 * The roles of users. `source` is the identity provider that assigned the role, or null. `is_end_recorded` is true after
 * the event `user.grant.expired` of the present end has been recorded. The indexes contain the period, so that the access
 * check reads only an index.
 */
const ofUsers = `
CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  source text,
  valid_from timestamptz,
  valid_until timestamptz,
  is_end_recorded boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, role_id) INCLUDE (valid_from, valid_until),
  CONSTRAINT user_roles_period CHECK (valid_until > valid_from)
);
CREATE INDEX user_roles_members ON user_roles (role_id, user_id) INCLUDE (valid_from, valid_until);
CREATE INDEX user_roles_ends ON user_roles (valid_until) WHERE valid_until IS NOT NULL AND NOT is_end_recorded;
${countLinks(userRoles)}
${countLinkChanges(userRoles, '(NEW.valid_from, NEW.valid_until) IS DISTINCT FROM (OLD.valid_from, OLD.valid_until)')}
`;

/**
 * The permissions of roles. The type `json` keeps the order of the properties of a condition, so that equal conditions
 * have equal texts. One index contains only links with a condition, and one only links without, so that the access check
 * reads only an index.
 */
const withPermissions = `
CREATE TABLE role_permissions (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  permission_id uuid NOT NULL REFERENCES permissions ON DELETE CASCADE,
  condition json,
  PRIMARY KEY (role_id, permission_id)
);
CREATE INDEX role_permissions_permission_id ON role_permissions (permission_id);
CREATE INDEX role_permissions_conditional ON role_permissions (permission_id, role_id) WHERE condition IS NOT NULL;
CREATE INDEX role_permissions_plain ON role_permissions (role_id, permission_id) WHERE condition IS NULL;
${countLinks(rolePermissions)}
${countLinkChanges(rolePermissions, 'NEW.condition::text IS DISTINCT FROM OLD.condition::text')}
`;

const withMenus = `
CREATE TABLE role_menus (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  menu_id uuid NOT NULL REFERENCES menus ON DELETE CASCADE,
  PRIMARY KEY (role_id, menu_id)
);
CREATE INDEX role_menus_menu_id ON role_menus (menu_id);
${countLinks({ table: 'role_menus', owners: 'roles', owner: 'role_id' })}
`;

export const roles = table + ofUsers + withPermissions + withMenus;
