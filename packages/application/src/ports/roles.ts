import type { LinkChange, Permission, PermissionId, Role, RoleId } from '@portcullis/domain';
import type { Collection, Linkable } from './collection.ts';

/** A permission as a role lists it (specification, section 4.3). */
export type RolePermission = Pick<Permission, 'id' | 'code' | 'name' | 'resource' | 'action' | 'description'>;

/** Specification, section 2.3. */
export interface RoleStats {
  readonly userCount: number;
  readonly menuCount: number;
  readonly permissionCount: number;
}

export interface RoleRepository extends Collection<Role>, Linkable<RoleId> {
  readonly permissionsOf: (id: RoleId) => Promise<readonly PermissionId[]>;
  readonly setPermissions: (id: RoleId, change: LinkChange<PermissionId>) => Promise<void>;
}

export interface RoleViews {
  /** By code; `undefined` when the role does not exist. */
  readonly permissionsOf: (id: RoleId) => Promise<readonly RolePermission[] | undefined>;
  readonly permissionCount: (id: RoleId) => Promise<number | undefined>;
  readonly stats: (id: RoleId) => Promise<RoleStats | undefined>;
}
