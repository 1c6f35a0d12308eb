import type {
  MenuFilters,
  MenuGrants,
  MenuRepository,
  MenuSortField,
  MenuViews,
} from '@portcullis/application/internal/ports/menus';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import type { SortedMenu } from '@portcullis/domain/internal/menus/menu-tree';
import { EntitySchema, type EntityManager } from 'typeorm';
import { effectiveInSession } from './effective-access.ts';
import { versionedCollectionOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import { roleMenuLinks } from '../join-tables.ts';
import { lockExistingIdsIn } from '../sql/links.ts';
import { listOf, timeSort } from '../sql/lists.ts';
import { execute } from '../sql/transaction.ts';
import { itemsOf, short, type Reader, sql } from '../postgres/reader.ts';
import type { ResourceStore } from '../resource-store.ts';

export const menus = new EntitySchema<Menu>({
  name: 'menus',
  columns: {
    id: column.id,
    parentId: column.optionalLink,
    routeName: column.text,
    routePath: column.text,
    menuName: column.text,
    i18nKey: column.optionalText,
    iconType: column.choice,
    icon: column.optionalText,
    localIcon: column.optionalText,
    iconFontSize: column.optionalInteger,
    order: column.integer,
    menuType: column.choice,
    component: column.optionalText,
    href: column.optionalText,
    hideInMenu: column.flag,
    activeMenu: column.optionalText,
    multiTab: column.flag,
    fixedIndexInTab: column.optionalInteger,
    status: column.choice,
    keepAlive: column.flag,
    constant: column.flag,
    query: column.optionalJson,
    version: column.version,
    ...column.timestamps,
  },
});

const collection = versionedCollectionOf(menus, [roleMenuLinks]);
const lockExistingIds = lockExistingIdsIn('menus');

/** Allows only one transaction at a time to add or move menus. Otherwise two concurrent moves could form a cycle. */
export async function lockMenuTree(db: EntityManager): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('menu tree', 0))`);
}

const childrenOf = sql`SELECT id, "order", route_name AS "routeName" FROM menus
    WHERE parent_id IS NOT DISTINCT FROM $1::uuid`;

/** The rows are locked in the order of their ids, so that two transactions cannot deadlock. */
const renumber = sql`WITH locked AS MATERIALIZED (SELECT id FROM menus WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE)
    UPDATE menus m SET "order" = n.number, updated_at = $3
    FROM locked JOIN unnest($1::uuid[], $2::int[]) AS n (id, number) USING (id) WHERE m.id = locked.id`;

function menuRepository(db: EntityManager): MenuRepository {
  return {
    ...collection(db),
    existingIds: (ids) => lockExistingIds(db, ids),
    lockTree: async () => {
      await lockMenuTree(db);
      return db.query('SELECT id, parent_id AS "parentId" FROM menus');
    },
    lockPath: async (id) => {
      await lockMenuTree(db);
      if ((await lockExistingIds(db, [id])).size === 0) return [];
      return db.query(
        `WITH RECURSIVE path AS (SELECT id, parent_id FROM menus WHERE id = $1
           UNION SELECT m.id, m.parent_id FROM menus m JOIN path ON m.id = path.parent_id)
         SELECT id, parent_id AS "parentId" FROM path`,
        [id],
      );
    },
    childrenOf: (parentId) => execute<SortedMenu>(db, childrenOf, [parentId]),
    renumber: async (orders, at) => {
      if (orders.length === 0) return;
      await execute(db, renumber, [orders.map(({ id }) => id), orders.map(({ order }) => order), at]);
    },
    hasChildren: (id) => db.existsBy(menus, { parentId: id }),
  };
}

const columns = column.columnsOf(menus, 't');
const find = short(sql`SELECT ${columns} FROM menus t WHERE t.id = $1`);
const routeExists = short(sql`SELECT EXISTS (SELECT FROM menus WHERE route_name = $1) AS exists`);
/** A null filter matches every row. There are only hundreds of menus, so one plan is sufficient for all filters. */
const all = sql`SELECT ${columns} FROM menus t WHERE ($1::int IS NULL OR t.status = $1) AND ($2::int IS NULL OR t.menu_type = $2)
    AND ($3::uuid IS NULL OR t.parent_id = $3) AND ($4::boolean IS NULL OR t.constant = $4)`;

const list = listOf<Menu, MenuSortField, keyof MenuFilters>({
  table: 'menus',
  columns,
  rowBytes: 80_000,
  sort: {
    order: ['t."order"', 't.route_name COLLATE "C"'],
    routeName: 't.route_name COLLATE "C"',
    menuName: 't.menu_name COLLATE "und-x-icu"',
    routePath: 't.route_path COLLATE "C"',
    ...timeSort,
    status: 't.status',
  },
  filters: {
    status: 't.status = ?',
    menuType: 't.menu_type = ?',
    parentId: 't.parent_id = ?',
    constant: 't.constant = ?',
  },
  storedTotals: { by: 'status' },
  defaultSort: { by: 'order', order: 'asc' },
});

const effective = effectiveInSession('$2');

const throughEffectiveRoles = `role_menus rm
  JOIN user_roles ur ON ur.role_id = rm.role_id AND ur.user_id = $1 AND ${effective.grant}
  JOIN roles r ON r.id = rm.role_id AND ${effective.role}`;

/** The ids are sorted so that equal sets of menus produce equal texts. */
const grantedIds = `coalesce((SELECT string_agg(DISTINCT rm.menu_id::text COLLATE "C", ',') FROM ${throughEffectiveRoles}), '')`;

const granted = short(sql`SELECT version, ${grantedIds} AS "menuIds" FROM menu_version`);

const allWithVersion = sql`SELECT v.version AS "treeVersion", ${columns} FROM menu_version v LEFT JOIN menus t ON true`;

interface TreeVersion {
  readonly treeVersion: MenuGrants['version'];
}

/** The result if the table `menu_version` is empty. Normally it has one row, which a migration inserts. */
const noVersion = { version: '' };

const menuViews = (reader: Reader): MenuViews => ({
  find: (id) => reader.row<Menu>(find, [id]),
  list: (query) => list(reader, query),
  all: ({ status, menuType, parentId, constant }) => reader.rows<Menu>(all, [status, menuType, parentId, constant]),
  routeExists: async (routeName) => (await reader.row<{ exists: boolean }>(routeExists, [routeName]))?.exists ?? false,
  allWithVersion: async () => {
    const rows = await reader.rows<Menu & TreeVersion>(allWithVersion);
    return {
      version: rows[0]?.treeVersion ?? noVersion.version,
      menus: itemsOf<Menu, TreeVersion>(rows, 'treeVersion', 'id'),
    };
  },
  grantedTo: async (userId, sessionId) =>
    (await reader.row<MenuGrants>(granted, [userId, sessionId ?? null])) ?? { ...noVersion, menuIds: '' },
});

export const menuStore: ResourceStore<MenuRepository, MenuViews> = {
  table: menus,
  constraints: {
    menus_parent_id_fkey: { refusal: 'menu-has-children', message: 'This menu has others below it.' },
  },
  repository: menuRepository,
  views: menuViews,
};
