import type { UserFacts } from '@portcullis/domain/internal/access/access-facts';
import type { HolderFacts } from '@portcullis/domain/internal/access/holders';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';

/** Returns an expression for the rows of a query as a JSON array. */
export const listed = (rows: string): string => `(SELECT coalesce(json_agg(rows), '[]') FROM (${rows}) rows)`;

/**
 * Returns an expression for the conditions of a role's permissions, as a JSON object by the ids of the permissions.
 * @param role an SQL expression for the id of the role
 */
export const conditionsOf = (links: string, role: string): string =>
  `(SELECT coalesce(json_object_agg(permission_id, condition), '{}') FROM ${links}
    WHERE role_id = ${role} AND condition IS NOT NULL)`;

/**
 * Returns a statement that reads the facts about the users with the ids in `chosen`. OFFSET 0 keeps PostgreSQL from
 * reading all users of a role, or all API keys, when only some users are chosen.
 * @param conditions on the rows to read. `further` contains common table expressions and columns, each with its comma.
 */
export const factsOf = (
  chosen: string,
  {
    grants = 'true',
    permissionLinks = 'true',
    menuLinks = 'true',
    keys = 'false',
    exists = 'true',
    further = { tables: '', columns: '' },
  } = {},
): string => `WITH RECURSIVE ${further.tables} chosen AS MATERIALIZED (SELECT u.id, u.username, u.status, u.attributes FROM users u WHERE u.id IN (${chosen})),
    granted AS MATERIALIZED (SELECT ur.* FROM chosen CROSS JOIN LATERAL (
      SELECT user_id, role_id, valid_from, valid_until FROM user_roles WHERE user_id = chosen.id OFFSET 0) ur WHERE ${grants}),
    permission_links AS MATERIALIZED (SELECT rp.role_id, rp.permission_id, rp.condition FROM role_permissions rp
      WHERE rp.role_id IN (SELECT role_id FROM granted) AND ${permissionLinks}),
    menu_links AS MATERIALIZED (SELECT rm.role_id, rm.menu_id FROM role_menus rm
      WHERE rm.role_id IN (SELECT role_id FROM granted) AND ${menuLinks}),
    shown AS (SELECT m.id, m.parent_id FROM menus m WHERE m.id IN (SELECT menu_id FROM menu_links)
      UNION SELECT m.id, m.parent_id FROM menus m JOIN shown ON m.id = shown.parent_id)
  SELECT now() AS at,
    ${listed(
      `SELECT c.id, c.username, c.status, c.attributes, ${listed(`SELECT g.role_id AS "roleId", g.valid_from AS "validFrom",
      g.valid_until AS "validUntil" FROM granted g WHERE g.user_id = c.id`)} AS "roleGrants" FROM chosen c ORDER BY c.id`,
    )} AS users,
    ${listed(`SELECT r.id, r.code, r.name, r.status, r.requires_factor AS "requiresFactor",
      array(SELECT permission_id FROM permission_links WHERE role_id = r.id) AS "permissionIds",
      ${conditionsOf('permission_links', 'r.id')} AS conditions,
      array(SELECT menu_id FROM menu_links WHERE role_id = r.id) AS "menuIds"
      FROM roles r WHERE r.id IN (SELECT role_id FROM granted)`)} AS roles,
    ${listed(`SELECT p.id, p.code, p.name, p.status FROM permissions p
      WHERE p.id IN (SELECT permission_id FROM permission_links)`)} AS permissions,
    ${listed(`SELECT m.id, m.parent_id AS "parentId", m.route_name AS "routeName", m.menu_name AS "menuName",
      m.menu_type AS "menuType", m.status FROM menus m WHERE m.id IN (SELECT id FROM shown)`)} AS menus,
    ${listed(`SELECT k.id, k.name, k.owner_id AS "ownerId", k.has_factor AS "hasFactor",
      k.read_only AS "readOnly"
      FROM chosen CROSS JOIN LATERAL (SELECT * FROM api_keys WHERE owner_id = chosen.id OFFSET 0) k
      WHERE k.expires_at > now() AND ${keys}`)} AS "apiKeys"
    ${further.columns}
  WHERE ${exists}`;

/** In JSON, PostgreSQL returns timestamps as text. */
export interface FactsRow extends Omit<HolderFacts, 'users'> {
  readonly users: readonly (Omit<UserFacts, 'roleGrants'> & {
    readonly roleGrants: readonly (Pick<RoleGrant, 'roleId'> & {
      readonly validFrom: string | null;
      readonly validUntil: string | null;
    })[];
  })[];
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const factsIn = ({ users, ...facts }: FactsRow): HolderFacts => ({
  ...facts,
  users: users.map(({ roleGrants, ...each }) => ({
    ...each,
    roleGrants: roleGrants.map(({ roleId, validFrom, validUntil }) => ({
      roleId,
      validFrom: dateOf(validFrom),
      validUntil: dateOf(validUntil),
    })),
  })),
});
