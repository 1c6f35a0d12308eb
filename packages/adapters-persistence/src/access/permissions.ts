import type {
  PermissionRepository,
  PermissionSortField,
  PermissionTarget,
  PermissionViews,
  RoleWithPermission,
} from '@portcullis/application/internal/ports/permissions';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import { EntitySchema, type EntityManager } from 'typeorm';
import { versionedCollectionOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import { rolePermissionLinks } from '../join-tables.ts';
import { lockExistingIdsIn, linkedRows } from '../sql/links.ts';
import { listOf, timeSort } from '../sql/lists.ts';
import { execute } from '../sql/transaction.ts';
import { userCountOf } from './roles.ts';
import { short, type Reader, sql } from '../postgres/reader.ts';
import { taken, type OpenedTransaction, type ResourceStore } from '../resource-store.ts';

export const permissions = new EntitySchema<Permission>({
  name: 'permissions',
  columns: {
    id: column.id,
    code: column.text,
    name: column.text,
    description: column.optionalText,
    resource: column.text,
    action: column.text,
    isSystem: column.flag,
    status: column.choice,
    version: column.version,
    ...column.timestamps,
  },
});

const existingCodes = sql`SELECT code FROM permissions WHERE code = ANY ($1)`;

const targetsOf = sql`SELECT id, code, resource FROM permissions WHERE id = ANY ($1)`;

const collection = versionedCollectionOf(permissions, [rolePermissionLinks]);
const lockExistingIds = lockExistingIdsIn('permissions');

function permissionRepository(
  db: EntityManager,
  { conditionTargets }: Pick<OpenedTransaction, 'conditionTargets'>,
): PermissionRepository {
  return {
    ...collection(db),
    existingIds: (ids) => lockExistingIds(db, ids),
    targetsOf: async (ids) => {
      const rows = await execute<PermissionTarget>(db, targetsOf, [ids]);
      return rows.map((row) => ({ ...row, target: conditionTargets[row.code] }));
    },
    existingCodes: async (codes) =>
      new Set((await execute<Pick<Permission, 'code'>>(db, existingCodes, [codes])).map(({ code }) => code)),
  };
}

const columns = column.columnsOf(permissions, 't');
const find = short(sql`SELECT ${columns} FROM permissions t WHERE t.id = $1`);
const all = sql`SELECT ${columns} FROM permissions t ORDER BY t.resource COLLATE "C", t.code COLLATE "C"`;

const rolesOfPermission = sql`SELECT p.id AS "ownerId", r.id, r.code, r.name, r.status,
    r.requires_factor AS "requiresFactor", ${userCountOf('r')} FROM permissions p
    LEFT JOIN role_permissions rp ON rp.permission_id = p.id LEFT JOIN roles r ON r.id = rp.role_id
    WHERE p.id = $1 ORDER BY r.code COLLATE "C"`;

const list = listOf<Permission, PermissionSortField, 'resource' | 'action'>({
  table: 'permissions',
  columns,
  rowBytes: 7000,
  sort: {
    ...timeSort,
    code: 't.code COLLATE "C"',
    name: 't.name COLLATE "und-x-icu"',
    resource: 't.resource COLLATE "C"',
    action: 't.action COLLATE "C"',
    status: 't.status',
  },
  filters: { resource: 't.resource = ?', action: 't.action = ?' },
  storedTotals: true,
  defaultSort: { by: 'createdAt', order: 'asc' },
});

const permissionViews = (reader: Reader): PermissionViews => ({
  find: (id) => reader.row<Permission>(find, [id]),
  list: (query) => list(reader, query),
  all: () => reader.rows<Permission>(all),
  rolesOf: (id) => linkedRows<RoleWithPermission>(reader, rolesOfPermission, id, 'id'),
});

export const permissionStore: ResourceStore<PermissionRepository, PermissionViews> = {
  table: permissions,
  constraints: {
    permissions_code_key: taken('permission-code-taken'),
    permissions_name_key: taken('permission-name-taken'),
  },
  repository: permissionRepository,
  views: permissionViews,
};
