import type { RolePermission, RoleRepository, RoleStats, RoleViews } from '@portcullis/application';
import type { PermissionId, Role, RoleId } from '@portcullis/domain';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collection } from './collection.ts';
import { knownIn, links } from './links.ts';
import type { Reader } from './statements.ts';

export const roles = new EntitySchema<Role>({
  name: 'roles',
  columns: {
    id: { type: 'uuid', primary: true },
    code: { type: 'text' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    isSystem: { type: 'boolean' },
    status: { type: 'smallint' },
    createdAt: { type: 'timestamptz', precision: 3 },
    updatedAt: { type: 'timestamptz', precision: 3 },
  },
});

export function roleRepository(db: EntityManager): RoleRepository {
  const permissions = links<RoleId, PermissionId>(db, {
    table: 'role_permissions',
    owner: 'role_id',
    linked: 'permission_id',
  });
  return {
    ...collection(db, roles),
    known: (ids) => knownIn(db, 'roles', ids),
    permissionsOf: permissions.of,
    setPermissions: permissions.set,
  };
}

/** One row without a permission for a role that has none, no row for a role that does not exist. */
const permissionsOfRole = {
  name: 'roles permissions',
  text: `SELECT p.id, p.code, p.name, p.resource, p.action, p.description
    FROM roles r LEFT JOIN role_permissions rp ON rp.role_id = r.id LEFT JOIN permissions p ON p.id = rp.permission_id
    WHERE r.id = $1 ORDER BY p.code COLLATE "C"`,
};

const permissionCount = '(SELECT count(*)::int FROM role_permissions WHERE role_id = r.id) AS "permissionCount"';

const countPermissions = {
  name: 'roles permission count',
  text: `SELECT ${permissionCount} FROM roles r WHERE r.id = $1`,
};

const countAll = {
  name: 'roles stats',
  text: `SELECT (SELECT count(*)::int FROM user_roles WHERE role_id = r.id) AS "userCount",
    (SELECT count(*)::int FROM role_menus WHERE role_id = r.id) AS "menuCount", ${permissionCount}
    FROM roles r WHERE r.id = $1`,
};

export const roleViews = (reader: Reader): RoleViews => ({
  permissionsOf: async (id) => {
    const rows = await reader.rows<RolePermission | Record<keyof RolePermission, null>>(permissionsOfRole, [id]);
    return rows.length === 0 ? undefined : rows.filter((row): row is RolePermission => row.id !== null);
  },
  permissionCount: async (id) =>
    (await reader.row<{ permissionCount: number }>(countPermissions, [id]))?.permissionCount,
  stats: (id) => reader.row<RoleStats>(countAll, [id]),
});
