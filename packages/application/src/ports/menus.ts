import type { Menu, MenuId, MenuStatus, MenuType, UserId } from '@portcullis/domain';
import type { Collection, Linkable } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

export const menuSortFields = [
  'order',
  'routeName',
  'menuName',
  'routePath',
  'createdAt',
  'updatedAt',
  'status',
] as const;
export type MenuSortField = (typeof menuSortFields)[number];

export interface MenuFilters {
  readonly status?: MenuStatus;
  readonly menuType?: MenuType;
  readonly parentId?: MenuId;
  readonly constant?: boolean;
}

export interface MenuListQuery extends ListQuery<MenuSortField>, MenuFilters {}

export interface MenuRepository extends Collection<Menu>, Linkable<MenuId> {
  /**
   * Returns the level of a menu, 1 for a root, and prevents its removal until the transaction ends. Returns `undefined`
   * if the menu does not exist.
   */
  readonly lockDepth: (id: MenuId) => Promise<number | undefined>;
  readonly hasChildren: (id: MenuId) => Promise<boolean>;
}

/** The ids of the menus that a user is granted through enabled roles. */
export interface MenuGrants {
  /** Version of the set of all menus. It changes whenever a menu is added, changed or removed. */
  readonly version: string;
  /** Ids in ascending order, separated by commas. This is a string because it is mostly used as a cache key. */
  readonly menuIds: string;
}

/** All menus, and the version of the set in the same snapshot. */
export interface VersionedMenus {
  readonly version: string;
  readonly menus: readonly Menu[];
}

export interface MenuViews {
  readonly find: (id: MenuId) => Promise<Menu | undefined>;
  readonly list: (query: MenuListQuery) => Promise<Page<Menu>>;
  readonly all: (filters: MenuFilters) => Promise<readonly Menu[]>;
  readonly routeExists: (routeName: string) => Promise<boolean>;
  readonly allWithVersion: () => Promise<VersionedMenus>;
  readonly grantedTo: (userId: UserId) => Promise<MenuGrants>;
}
