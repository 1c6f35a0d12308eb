import type {
  AccessControlRepository,
  AccessControlViews,
} from '@portcullis/application/internal/ports/access-control';
import type { AccessControl } from '@portcullis/domain/internal/access/access-control';
import { menuFields } from '@portcullis/domain/internal/menus/menu';
import type { EntityManager } from 'typeorm';
import { conditionsOf, listed } from './access-fact-statements.ts';
import { lockMenuTree, menus } from './menus.ts';
import { permissions } from './permissions.ts';
import { roles } from './roles.ts';
import { type Reader, sql } from '../postgres/reader.ts';
import { columnsOf } from '../sql/columns.ts';
import type { ResourceStore } from '../resource-store.ts';

const permissionFields = ['id', 'code', 'name', 'description', 'resource', 'action', 'status'] as const;
const roleFields = ['id', 'code', 'name', 'description', 'status', 'requiresFactor'] as const;

const linked = (table: string, column: string): string => `array(SELECT ${column} FROM ${table} WHERE role_id = t.id)`;

/** Reads all permissions, menus, roles, declarations and protected routes in one statement, so that they come from the same snapshot. */
const all = sql`SELECT
    ${listed(`SELECT ${columnsOf(permissions, 't', permissionFields)} FROM permissions t`)} AS permissions,
    ${listed(`SELECT ${columnsOf(menus, 't', ['id', ...menuFields])} FROM menus t`)} AS menus,
    ${listed(`SELECT ${columnsOf(roles, 't', roleFields)}, ${linked('role_permissions', 'permission_id')} AS "permissionIds",
      ${conditionsOf('role_permissions', 't.id')} AS conditions,
      ${linked('role_menus', 'menu_id')} AS "menuIds" FROM roles t`)} AS roles,
    (SELECT attributes FROM user_attributes) AS "userAttributes", (SELECT routes FROM route_table) AS "protectedRoutes"`;

const nothing: AccessControl = { permissions: [], menus: [], roles: [], userAttributes: [], protectedRoutes: [] };

const accessControlViews = (reader: Reader): AccessControlViews => ({
  all: async () => (await reader.row<AccessControl>(all)) ?? nothing,
});

const accessControlRepository = (db: EntityManager): AccessControlRepository => ({
  lockAll: async () => {
    // The declarations of user attributes are locked before anything else, as by every transaction that needs them.
    await db.query('SELECT FROM user_attributes FOR NO KEY UPDATE');
    // Lock the menu tree before any other row. Menu moves use the same order, which prevents deadlocks.
    await lockMenuTree(db);
    // Concurrent calls of `lockAll` wait for the lock of the menu tree. To prevent deadlocks with other writers, rows
    // are locked in the order of their ids, and permissions and menus are locked before roles.
    for (const table of ['permissions', 'menus', 'roles']) {
      await db.query(`SELECT FROM ${table} ORDER BY id FOR NO KEY UPDATE`);
    }
    await db.query('SELECT FROM route_table FOR NO KEY UPDATE');
    const [row]: AccessControl[] = await db.query(all.text);
    return row ?? nothing;
  },
});

export const accessControlStore: ResourceStore<AccessControlRepository, AccessControlViews> = {
  repository: accessControlRepository,
  views: accessControlViews,
};
