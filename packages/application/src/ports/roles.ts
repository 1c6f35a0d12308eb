import type { MenuId, PermissionId, RoleId } from '@portcullis/domain/internal/shared/ids';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { PermissionGrant } from '@portcullis/domain/internal/roles/permission-grant';
import type { LinkChange } from '@portcullis/domain/internal/shared/replace-links';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { Status } from '@portcullis/domain/internal/shared/status';
import type { Linkable, LinkOwners, VersionedCollection, Versioning } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** A permission in the list of a role's permissions. */
export interface RolePermission
  extends Pick<Permission, 'id' | 'code' | 'name' | 'resource' | 'action' | 'description'> {
  /** Whether the role has the permission only under a condition. */
  readonly conditional: boolean;
}

/** A permission of a role with its condition. */
export type GrantedPermission = PermissionGrant & Pick<Permission, 'code' | 'name' | 'resource'>;

/** A role in a list. */
export interface ListedRole extends Role {
  /** Number of users who have the role now; only if the query asks for it. */
  readonly userCount?: number;
}

/** The numbers of users, menus and permissions that are linked to a role. */
export interface RoleStats {
  readonly userCount: number;
  readonly menuCount: number;
  readonly permissionCount: number;
}

/** The fields by which roles can be sorted. */
export const roleSortFields = ['createdAt', 'updatedAt', 'code', 'name', 'status'] as const;
/** A field by which roles can be sorted. */
export type RoleSortField = (typeof roleSortFields)[number];

/** Which page of roles is read, with filters and an order. */
export interface RoleListQuery extends ListQuery<RoleSortField> {
  readonly status?: Status;
  /** Text that must occur in the code, ignoring case. */
  readonly code?: string;
  /** Text that must occur in the name, ignoring case. */
  readonly name?: string;
  /** Whether each role is returned with the number of its users. The number is counted when the list is read. */
  readonly withUserCount?: boolean;
}

/** Writes roles in a transaction. */
export interface RoleRepository extends VersionedCollection<Role>, Linkable<RoleId>, LinkOwners<RoleId> {
  /** Returns the ids of the roles with these codes, in any order. Codes that do not exist are ignored. */
  readonly idsOf: (codes: readonly string[]) => Promise<readonly RoleId[]>;
  readonly permissionsOf: (id: RoleId) => Promise<readonly PermissionId[]>;
  /** Changes the permissions of a role. If a permission changes, the version of the role is incremented. */
  readonly setPermissions: Versioning<(id: RoleId, change: LinkChange<PermissionId>) => Promise<void>>;
  /** Returns the permissions of a role with their conditions, in any order. */
  readonly grantsOf: (id: RoleId) => Promise<readonly PermissionGrant[]>;
  /**
   * Sets the conditions of permissions that the role has. If a condition changes, the version of the role is
   * incremented.
   */
  readonly setConditions: Versioning<(id: RoleId, grants: readonly PermissionGrant[]) => Promise<void>>;
  readonly menusOf: (id: RoleId) => Promise<readonly MenuId[]>;
  /** Changes the menus of a role. If a menu changes, the version of the role is incremented. */
  readonly setMenus: Versioning<(id: RoleId, change: LinkChange<MenuId>) => Promise<void>>;
}

/** Reads roles. */
export interface RoleViews {
  readonly find: (id: RoleId) => Promise<Role | undefined>;
  readonly list: (query: RoleListQuery) => Promise<Page<ListedRole>>;
  /** Returns the role's permissions, sorted by code; `undefined` if the role does not exist. */
  readonly permissionsOf: (id: RoleId) => Promise<readonly RolePermission[] | undefined>;
  /** Returns the role's permissions with their conditions, sorted by code; `undefined` if the role does not exist. */
  readonly grantsOf: (id: RoleId) => Promise<readonly GrantedPermission[] | undefined>;
  /**
   * Returns the role's menus, sorted by order number and then by route name; `undefined` if the role does not exist.
   */
  readonly menusOf: (id: RoleId) => Promise<readonly Menu[] | undefined>;
  readonly permissionCount: (id: RoleId) => Promise<number | undefined>;
  readonly stats: (id: RoleId) => Promise<RoleStats | undefined>;
}
