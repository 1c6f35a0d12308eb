import type { MenuId, SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Menu, MenuPlace, MenuStatus, MenuType } from '@portcullis/domain/internal/menus/menu';
import type { MenuOrder } from '@portcullis/domain/internal/menus/menu-order';
import type { SortedMenu } from '@portcullis/domain/internal/menus/menu-tree';
import type { Linkable, VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** The fields by which menus can be sorted. */
export const menuSortFields = [
  'order',
  'routeName',
  'menuName',
  'routePath',
  'createdAt',
  'updatedAt',
  'status',
] as const;
/** A field by which menus can be sorted. */
export type MenuSortField = (typeof menuSortFields)[number];

/** Which menus are listed. */
export interface MenuFilters {
  readonly status?: MenuStatus;
  readonly menuType?: MenuType;
  readonly parentId?: MenuId;
  readonly constant?: boolean;
}

/** Which page of menus is read, with filters and an order. */
export interface MenuListQuery extends ListQuery<MenuSortField>, MenuFilters {}

/** Writes menus in a transaction. */
export interface MenuRepository extends VersionedCollection<Menu>, Linkable<MenuId> {
  /**
   * Reads the parent of every menu. Other transactions that call `lockTree` or `lockPath` wait until this transaction
   * ends. Until then, no menu is moved or added below another menu.
   */
  readonly lockTree: () => Promise<readonly MenuPlace[]>;
  /**
   * Like `lockTree`, but faster, because it returns only a menu and its ancestors. Returns an empty list if the menu
   * does not exist.
   */
  readonly lockPath: (id: MenuId) => Promise<readonly MenuPlace[]>;
  /** Returns the menus with this parent, or at the root if the parent is null, in any order. */
  readonly childrenOf: (parentId: MenuId | null) => Promise<readonly SortedMenu[]>;
  /** Sets the order numbers of menus. Increments the versions of those menus whose number changes. */
  readonly renumber: (orders: readonly MenuOrder[], at: Date) => Promise<void>;
  readonly hasChildren: (id: MenuId) => Promise<boolean>;
}

/** The menus that a user is granted in a session through enabled roles. */
export interface MenuGrants {
  /** Version of the set of all menus. Changes whenever a menu is added, changed or removed. */
  readonly version: string;
  /** Ids in ascending order, separated by commas. The ids are a string because they are mostly used as a cache key. */
  readonly menuIds: string;
}

/** All menus and their version, read in the same snapshot. */
interface VersionedMenus {
  readonly version: string;
  readonly menus: readonly Menu[];
}

/** Reads menus. */
export interface MenuViews {
  readonly find: (id: MenuId) => Promise<Menu | undefined>;
  readonly list: (query: MenuListQuery) => Promise<Page<Menu>>;
  readonly all: (filters: MenuFilters) => Promise<readonly Menu[]>;
  readonly routeExists: (routeName: string) => Promise<boolean>;
  readonly allWithVersion: () => Promise<VersionedMenus>;
  /**
   * Returns the menus that a user is granted. Without `sessionId`, roles that require a second factor do not count.
   */
  readonly grantedTo: (userId: UserId, sessionId?: SessionId) => Promise<MenuGrants>;
}
