import type { Menu } from '@portcullis/domain';
import type { MenuFilters, MenuListQuery, MenuSortField, MenuViews } from '@portcullis/application';
import { grantedMenusOf } from '../grants.ts';
import { matchesFilter, pageOf, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';
import { versions } from './versions.ts';

const matches = (menu: Menu, { status, menuType, parentId, constant }: MenuFilters): boolean =>
  matchesFilter(status, menu.status) &&
  matchesFilter(menuType, menu.menuType) &&
  (parentId === undefined || menu.parentId === parentId) &&
  matchesFilter(constant, menu.constant);

const listed: ListRules<Menu, MenuSortField, MenuListQuery> = {
  sort: {
    order: (menu) => [menu.order, menu.routeName],
    routeName: (menu) => menu.routeName,
    menuName: (menu) => menu.menuName,
    routePath: (menu) => menu.routePath,
    createdAt: (menu) => menu.createdAt,
    updatedAt: (menu) => menu.updatedAt,
    status: (menu) => menu.status,
  },
  defaultSort: { by: 'order', order: 'asc' },
  searched: ({ routeName, menuName, routePath }) => [routeName, menuName, routePath],
  matches,
};

export function menuViews(now: () => State): MenuViews {
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
      menuIds: [...new Set(grantedMenusOf(now(), userId, sessionId).map(({ id }) => id))].toSorted().join(','),
    }),
  };
}
