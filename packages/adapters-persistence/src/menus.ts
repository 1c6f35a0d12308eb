import type { MenuFilters, MenuRepository, MenuSortField, MenuViews } from '@portcullis/application';
import type { Menu } from '@portcullis/domain';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collection } from './collection.ts';
import { knownIn } from './links.ts';
import { listOf } from './lists.ts';
import { columnsOf, type Reader } from './statements.ts';

export const menus = new EntitySchema<Menu>({
  name: 'menus',
  columns: {
    id: { type: 'uuid', primary: true },
    parentId: { type: 'uuid', nullable: true },
    routeName: { type: 'text' },
    routePath: { type: 'text' },
    menuName: { type: 'text' },
    i18nKey: { type: 'text', nullable: true },
    iconType: { type: 'smallint' },
    icon: { type: 'text', nullable: true },
    localIcon: { type: 'text', nullable: true },
    iconFontSize: { type: 'integer', nullable: true },
    order: { type: 'integer' },
    menuType: { type: 'smallint' },
    component: { type: 'text', nullable: true },
    href: { type: 'text', nullable: true },
    hideInMenu: { type: 'boolean' },
    activeMenu: { type: 'text', nullable: true },
    multiTab: { type: 'boolean' },
    fixedIndexInTab: { type: 'integer', nullable: true },
    status: { type: 'smallint' },
    keepAlive: { type: 'boolean' },
    constant: { type: 'boolean' },
    query: { type: 'jsonb', nullable: true },
    createdAt: { type: 'timestamptz', precision: 3 },
    updatedAt: { type: 'timestamptz', precision: 3 },
  },
});

export const menuRepository = (db: EntityManager): MenuRepository => ({
  ...collection(db, menus),
  known: (ids) => knownIn(db, 'menus', ids),
  hasChildren: (id) => db.existsBy(menus, { parentId: id }),
});

const columns = columnsOf(menus, 't');
const find = { name: 'menus find', text: `SELECT ${columns} FROM menus t WHERE t.id = $1` };
const routeExists = {
  name: 'menus route exists',
  text: 'SELECT EXISTS (SELECT FROM menus WHERE route_name = $1) AS exists',
};
/** A filter that is null does not filter: menus are hundreds, one plan serves all. */
const all = {
  name: 'menus all',
  text: `SELECT ${columns} FROM menus t WHERE ($1::int IS NULL OR t.status = $1) AND ($2::int IS NULL OR t.menu_type = $2)
    AND ($3::uuid IS NULL OR t.parent_id = $3) AND ($4::boolean IS NULL OR t.constant = $4)`,
};

const list = listOf<Menu, MenuSortField, keyof MenuFilters>({
  table: 'menus',
  columns,
  sort: {
    order: ['t."order"', 't.route_name COLLATE "C"'],
    routeName: 't.route_name COLLATE "C"',
    menuName: 't.menu_name COLLATE "C"',
    routePath: 't.route_path COLLATE "C"',
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
    status: 't.status',
  },
  filters: {
    status: 't.status = ?',
    menuType: 't.menu_type = ?',
    parentId: 't.parent_id = ?',
    constant: 't.constant = ?',
  },
  defaultSort: { by: 'order', order: 'asc' },
});

const grantedTo = {
  name: 'menus granted',
  text: `SELECT ${columns}, EXISTS (SELECT FROM role_menus rm
      JOIN user_roles ur ON ur.role_id = rm.role_id AND ur.user_id = $1
      JOIN roles r ON r.id = rm.role_id AND r.status = 1 WHERE rm.menu_id = t.id) AS granted
    FROM menus t`,
};

export const menuViews = (reader: Reader): MenuViews => ({
  find: (id) => reader.row<Menu>(find, [id]),
  list: (query) => list(reader, query),
  all: ({ status, menuType, parentId, constant }) => reader.rows<Menu>(all, [status, menuType, parentId, constant]),
  routeExists: async (routeName) => (await reader.row<{ exists: boolean }>(routeExists, [routeName]))?.exists ?? false,
  grantedTo: async (userId) => {
    const rows = await reader.rows<Menu & { granted: boolean }>(grantedTo, [userId]);
    return {
      menus: rows.map(({ granted: _granted, ...menu }) => menu),
      granted: new Set(rows.filter(({ granted }) => granted).map(({ id }) => id)),
    };
  },
});
