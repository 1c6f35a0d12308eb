import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { Menu, MenuPlace } from '@portcullis/domain/internal/menus/menu';
import type {
  MenuFilters,
  MenuListQuery,
  MenuRepository,
  MenuSortField,
  MenuViews,
} from '@portcullis/application/internal/ports/menus';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { State } from '../tables/state.ts';
import { existingIdsIn } from '../tables/tables.ts';
import { unlinkOwners, versionedTable } from '../tables/versioned-tables.ts';
import { grantedMenusOf } from '../tables/grants.ts';
import { asRead, type ListRules, matchesFilter, pageOf } from '../tables/pages.ts';
import { versions } from '../tables/versions.ts';

export const contracts = [() => import('../contracts/menus.ts')];

const placeOf = ({ id, parentId }: MenuPlace): MenuPlace => ({ id, parentId });

export function repository(state: State): MenuRepository {
  const { counted } = state;
  const isParent = (id: string) => [...state.menus.values()].some(({ parentId }) => parentId === id);
  const rows = versionedTable(
    { rows: state.menus, counted },
    {
      referencesExist: ({ parentId }) => parentId === null || state.menus.has(parentId),
      beforeRemove: (id) => {
        if (isParent(id)) throw new BusinessError('menu-has-children', 'This menu has others below it.');
        return unlinkOwners(state.roleMenus, { rows: state.roles, counted }, id);
      },
    },
  );
  return {
    ...rows,
    childrenOf: async (parent) => [...state.menus.values()].filter(({ parentId }) => parentId === parent),
    renumber: async (orders, at) => {
      for (const { id, order } of orders) {
        const menu = state.menus.get(id);
        if (menu !== undefined) await rows.save({ ...menu, order, updatedAt: at });
      }
    },
    existingIds: existingIdsIn(state.menus),
    lockTree: async () => [...state.menus.values()].map(placeOf),
    lockPath: async (id) => {
      const path: MenuPlace[] = [];
      for (let at = state.menus.get(id); at !== undefined; at = at.parentId ? state.menus.get(at.parentId) : undefined)
        path.push(placeOf(at));
      return path;
    },
    hasChildren: async (id) => isParent(id),
  };
}

const matches = (menu: Menu, { status, menuType, parentId, constant }: MenuFilters): boolean =>
  matchesFilter(status, menu.status) &&
  matchesFilter(menuType, menu.menuType) &&
  (parentId === undefined || menu.parentId === parentId) &&
  matchesFilter(constant, menu.constant);

const listed: ListRules<Menu, MenuSortField, MenuListQuery> = {
  sort: { order: (menu) => [menu.order, menu.routeName], menuName: ({ menuName }) => asRead(menuName) },
  defaultSort: { by: 'order', order: 'asc' },
  searched: ({ routeName, menuName, routePath }) => [routeName, menuName, routePath],
  matches,
};

export function views(now: () => State, clock: Clock): MenuViews {
  const versionOf = versions();
  return {
    find: async (id) => now().menus.get(id),
    list: async (query) => pageOf(now().menus.values(), query, listed),
    all: async (filters) => [...now().menus.values()].filter((menu) => matches(menu, filters)),
    routeExists: async (routeName) => [...now().menus.values()].some((menu) => menu.routeName === routeName),
    allWithVersion: async () => {
      const menus = [...now().menus.values()];
      return { version: versionOf(menus), menus };
    },
    grantedTo: async (userId, sessionId) => ({
      version: versionOf([...now().menus.values()]),
      menuIds: [...new Set(grantedMenusOf(now(), userId, { now: clock.now(), sessionId }).map(({ id }) => id))]
        .toSorted()
        .join(','),
    }),
  };
}
