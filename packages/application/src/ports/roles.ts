import type { LinkChange, Menu, MenuId, Permission, PermissionId, Role, RoleId, Status } from '@portcullis/domain';
import type { Collection, Linkable } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** A permission as a role lists it. */
export type RolePermission = Pick<Permission, 'id' | 'code' | 'name' | 'resource' | 'action' | 'description'>;

/** Specification, section 2.3. */
export interface RoleStats {
  readonly userCount: number;
  readonly menuCount: number;
  readonly permissionCount: number;
}

export const roleSortFields = ['createdAt', 'updatedAt', 'code', 'name', 'status'] as const;
export type RoleSortField = (typeof roleSortFields)[number];

export interface RoleListQuery extends ListQuery<RoleSortField> {
  readonly status?: Status;
  /** Occurs anywhere in the code, case ignored. */
  readonly code?: string;
  /** Occurs anywhere in the name, case ignored. */
  readonly name?: string;
}

export interface RoleRepository extends Collection<Role>, Linkable<RoleId> {
  readonly permissionsOf: (id: RoleId) => Promise<readonly PermissionId[]>;
  readonly setPermissions: (id: RoleId, change: LinkChange<PermissionId>) => Promise<void>;
  readonly menusOf: (id: RoleId) => Promise<readonly MenuId[]>;
  readonly setMenus: (id: RoleId, change: LinkChange<MenuId>) => Promise<void>;
}

export interface RoleViews {
  readonly find: (id: RoleId) => Promise<Role | undefined>;
  readonly list: (query: RoleListQuery) => Promise<Page<Role>>;
  /** By code; `undefined` when the role does not exist. */
  readonly permissionsOf: (id: RoleId) => Promise<readonly RolePermission[] | undefined>;
  /** By order, then route name; `undefined` when the role does not exist. */
  readonly menusOf: (id: RoleId) => Promise<readonly Menu[] | undefined>;
  readonly permissionCount: (id: RoleId) => Promise<number | undefined>;
  readonly stats: (id: RoleId) => Promise<RoleStats | undefined>;
}
