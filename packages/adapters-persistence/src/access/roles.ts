import type {
  GrantedPermission,
  ListedRole,
  RolePermission,
  RoleRepository,
  RoleSortField,
  RoleStats,
  RoleViews,
} from '@portcullis/application/internal/ports/roles';
import type { MenuId, PermissionId, RoleId } from '@portcullis/domain/internal/shared/ids';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import type { PermissionGrant } from '@portcullis/domain/internal/roles/permission-grant';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { EntitySchema, type EntityManager } from 'typeorm';
import { versionedCollectionOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import { roleMenuLinks, rolePermissionLinks, userRoleLinks } from '../join-tables.ts';
import { lockExistingIdsIn, linksOf, linkedRows } from '../sql/links.ts';
import { listOf, timeSort } from '../sql/lists.ts';
import type { ListSource } from '../sql/list-statements.ts';
import { menus } from './menus.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import { short, type Reader, sql } from '../postgres/reader.ts';
import { effective } from './effective-access.ts';
import { taken, type ResourceStore } from '../resource-store.ts';

export const roles = new EntitySchema<Role>({
  name: 'roles',
  columns: {
    id: column.id,
    code: column.text,
    name: column.text,
    description: column.optionalText,
    isSystem: column.flag,
    requiresFactor: column.flag,
    status: column.choice,
    version: column.version,
    ...column.timestamps,
  },
});

const collection = versionedCollectionOf(roles, [userRoleLinks]);
const lockExistingIds = lockExistingIdsIn('roles');
const rolePermissions = linksOf<RoleId, PermissionId>(rolePermissionLinks);
const roleMenus = linksOf<RoleId, MenuId>(roleMenuLinks);

const findIds = sql`SELECT id FROM roles WHERE code = ANY ($1)`;

const grantsOfRole = sql`SELECT permission_id AS "permissionId", condition FROM role_permissions WHERE role_id = $1`;
const setConditions = sql`UPDATE role_permissions rp SET condition = g.condition::json
    FROM unnest($2::uuid[], $3::text[]) AS g (id, condition)
    WHERE rp.role_id = $1 AND rp.permission_id = g.id AND rp.condition::text IS DISTINCT FROM g.condition`;

function roleRepository(db: EntityManager): RoleRepository {
  const { lock, add, save, remove, setUpdatedAt } = collection(db);
  const permissions = rolePermissions(db);
  const menuLinks = roleMenus(db);
  return {
    lock,
    add,
    save,
    remove,
    setUpdatedAt,
    idsOf: async (codes) => (await execute<Pick<Role, 'id'>>(db, findIds, [codes])).map(({ id }) => id),
    existingIds: (ids) => lockExistingIds(db, ids),
    permissionsOf: permissions.of,
    setPermissions: permissions.set,
    grantsOf: (id) => execute<PermissionGrant>(db, grantsOfRole, [id]),
    setConditions: (id, grants) => {
      const conditions = grants.map(({ condition }) => (condition === null ? null : JSON.stringify(condition)));
      const permissionIds = grants.map(({ permissionId }) => permissionId);
      return executeOnly(db, setConditions, [id, permissionIds, conditions]);
    },
    menusOf: menuLinks.of,
    setMenus: menuLinks.set,
  };
}

const columns = column.columnsOf(roles, 't');
const find = short(sql`SELECT ${columns} FROM roles t WHERE t.id = $1`);

/** The number of users who have the role of the row now. The alias of the row is `role`. */
export const userCountOf = (role: string): string =>
  `(SELECT count(*)::int FROM user_roles ur WHERE ur.role_id = ${role}.id AND ${effective.grant}) AS "userCount"`;
const userCount = userCountOf('t');

const listed: ListSource<RoleSortField, 'status' | 'code' | 'name'> = {
  table: 'roles',
  columns,
  rowBytes: 6000,
  sort: { ...timeSort, code: 't.code COLLATE "C"', name: 't.name COLLATE "und-x-icu"', status: 't.status' },
  filters: { status: 't.status = ?', code: { containedIn: 't.code' }, name: { containedIn: 't.name' } },
  storedTotals: { by: 'status' },
  defaultSort: { by: 'createdAt', order: 'asc' },
};

const list = listOf<Role, RoleSortField, 'status' | 'code' | 'name'>(listed);
const listWithUserCounts = listOf<ListedRole, RoleSortField, 'status' | 'code' | 'name'>({
  ...listed,
  columns: `${columns}, ${userCount}`,
  // Counting can take long, and would delay the statements of others on a pipelined connection.
  mayUsePipeline: false,
});

/**
 * If the role has no permissions, the outer joins return a row that contains only the role's id. If the role does not
 * exist, the result is empty.
 */
const permissionsOfRole = sql`SELECT r.id AS "ownerId", p.id, p.code, p.name, p.resource, p.action, p.description,
      rp.condition IS NOT NULL AS conditional
    FROM roles r LEFT JOIN role_permissions rp ON rp.role_id = r.id LEFT JOIN permissions p ON p.id = rp.permission_id
    WHERE r.id = $1 ORDER BY p.code COLLATE "C"`;

const grantsOfRoleView = sql`SELECT r.id AS "ownerId", p.id AS "permissionId", p.code, p.name, p.resource, rp.condition
    FROM roles r LEFT JOIN role_permissions rp ON rp.role_id = r.id LEFT JOIN permissions p ON p.id = rp.permission_id
    WHERE r.id = $1 ORDER BY p.code COLLATE "C"`;

const menusOfRole = sql`SELECT r.id AS "ownerId", ${column.columnsOf(menus, 't')} FROM roles r
    LEFT JOIN role_menus rm ON rm.role_id = r.id LEFT JOIN menus t ON t.id = rm.menu_id
    WHERE r.id = $1 ORDER BY t."order", t.route_name COLLATE "C", t.id`;

const permissionCount = '(SELECT count(*)::int FROM role_permissions WHERE role_id = t.id) AS "permissionCount"';

const countPermissions = short(sql`SELECT ${permissionCount} FROM roles t WHERE t.id = $1`);

const countAll = sql`SELECT ${userCount}, (SELECT count(*)::int FROM role_menus WHERE role_id = t.id) AS "menuCount",
      ${permissionCount} FROM roles t WHERE t.id = $1`;

const roleViews = (reader: Reader): RoleViews => ({
  find: (id) => reader.row<Role>(find, [id]),
  list: ({ withUserCount = false, ...query }) =>
    withUserCount ? listWithUserCounts(reader, query) : list(reader, query),
  permissionsOf: (id) => linkedRows<RolePermission>(reader, permissionsOfRole, id, 'id'),
  grantsOf: (id) => linkedRows<GrantedPermission>(reader, grantsOfRoleView, id, 'permissionId'),
  menusOf: (id) => linkedRows<Menu>(reader, menusOfRole, id, 'id'),
  permissionCount: async (id) =>
    (await reader.row<{ permissionCount: number }>(countPermissions, [id]))?.permissionCount,
  stats: (id) => reader.row<RoleStats>(countAll, [id]),
});

export const roleStore: ResourceStore<RoleRepository, RoleViews> = {
  table: roles,
  constraints: {
    roles_code_key: taken('role-code-taken'),
    roles_name_key: taken('role-name-taken'),
  },
  repository: roleRepository,
  views: roleViews,
};
