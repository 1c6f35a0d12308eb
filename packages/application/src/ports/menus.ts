import type { Menu, MenuId, UserId } from '@portcullis/domain';
import type { Collection, Linkable } from './collection.ts';

export interface MenuRepository extends Collection<Menu>, Linkable<MenuId> {
  readonly hasChildren: (id: MenuId) => Promise<boolean>;
}

/** All menus, and those a caller is granted through enabled roles. */
export interface GrantedMenus {
  readonly menus: readonly Menu[];
  readonly granted: ReadonlySet<MenuId>;
}

export interface MenuViews {
  readonly find: (id: MenuId) => Promise<Menu | undefined>;
  readonly grantedTo: (userId: UserId) => Promise<GrantedMenus>;
}
