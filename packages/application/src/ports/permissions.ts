import type { RoleSummary } from '@portcullis/domain/internal/access/access-facts';
import type { ConditionTarget } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { PermissionId } from '@portcullis/domain/internal/shared/ids';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { Linkable, VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** The fields by which permissions can be sorted. */
export const permissionSortFields = ['createdAt', 'updatedAt', 'code', 'name', 'resource', 'action', 'status'] as const;
/** A field by which permissions can be sorted. */
export type PermissionSortField = (typeof permissionSortFields)[number];

/** Which page of permissions is read, with filters and an order. */
export interface PermissionListQuery extends ListQuery<PermissionSortField> {
  readonly resource?: string;
  readonly action?: string;
}

/** What a permission is about. */
export interface PermissionTarget extends Pick<Permission, 'id' | 'code' | 'resource'> {
  /** The attributes that conditions can compare. Set if the routes of an additional resource require the permission. */
  readonly target?: ConditionTarget | undefined;
}

/** Writes permissions in a transaction. */
export interface PermissionRepository extends VersionedCollection<Permission>, Linkable<PermissionId> {
  /** Returns what the permissions with these ids are about, in any order. */
  readonly targetsOf: (ids: readonly PermissionId[]) => Promise<readonly PermissionTarget[]>;
  /** Returns the subset of `codes` that exists. */
  readonly existingCodes: (codes: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** A role that has a permission. */
export interface RoleWithPermission extends RoleSummary {
  /** Number of users who have the role now. */
  readonly userCount: number;
}

/** Reads permissions. */
export interface PermissionViews {
  readonly find: (id: PermissionId) => Promise<Permission | undefined>;
  readonly list: (query: PermissionListQuery) => Promise<Page<Permission>>;
  /** Returns all permissions, sorted by resource and then by code. */
  readonly all: () => Promise<readonly Permission[]>;
  /**
   * Returns the roles that a permission is linked to, sorted by code. Disabled roles are included. Returns `undefined`
   * if the permission does not exist.
   */
  readonly rolesOf: (id: PermissionId) => Promise<readonly RoleWithPermission[] | undefined>;
}
