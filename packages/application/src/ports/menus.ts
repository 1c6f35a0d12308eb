import type { Menu, MenuId, MenuPlace, MenuStatus, MenuType, SessionId, UserId } from '@portcullis/domain';
import type { Linkable, VersionedCollection } from './collection.ts';
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

export interface MenuRepository extends VersionedCollection<Menu>, Linkable<MenuId> {
  /** Reads and locks the place of every menu: no other transaction adds or moves one before this one ends. */
  readonly lockTree: () => Promise<readonly MenuPlace[]>;
  /**
   * Like `lockTree`, but returns only a menu and its ancestors, which is faster. Returns an empty list if the menu does
   * not exist.
   */
  readonly lockPath: (id: MenuId) => Promise<readonly MenuPlace[]>;
  readonly hasChildren: (id: MenuId) => Promise<boolean>;
}

/** The ids of the menus that a user is granted through enabled roles in a session. */
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
  /** Without `sessionId` the result is that of a session without a second factor. */
  readonly grantedTo: (userId: UserId, sessionId?: SessionId) => Promise<MenuGrants>;
}
