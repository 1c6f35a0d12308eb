import type { Attributes } from '../conditions/attribute-values.ts';
import type { Condition } from '../conditions/condition.ts';
import type { MenuId, PermissionId } from '../shared/ids.ts';
import type { Menu } from '../menus/menu.ts';
import type { Permission } from '../roles/permission.ts';
import type { RoleGrant } from '../roles/role-grant.ts';
import type { Role } from '../roles/role.ts';
import type { User } from '../accounts/user.ts';

/** The fields of a role in explanations of access. */
export type RoleSummary = Pick<Role, 'id' | 'code' | 'name' | 'status' | 'requiresFactor'>;

/** A role with the ids of its permissions and menus. */
export interface RoleFacts extends RoleSummary {
  readonly permissionIds: readonly PermissionId[];
  /** The conditions of those permissions that have one, by the id of the permission. */
  readonly conditions: Readonly<Partial<Record<PermissionId, Condition>>>;
  readonly menuIds: readonly MenuId[];
}

/** What decisions about access need of a permission. */
export type PermissionFacts = Pick<Permission, 'id' | 'code' | 'name' | 'status'>;

/** What decisions about access need of a menu. */
export type MenuFacts = Pick<Menu, 'id' | 'parentId' | 'routeName' | 'menuName' | 'menuType' | 'status'>;

/** A user with all role grants, including those that are not in force. */
export interface UserFacts extends Pick<User, 'id' | 'username' | 'status'> {
  /** The attributes of the user, to which conditions can refer. */
  readonly attributes: Attributes;
  readonly roleGrants: readonly RoleGrant[];
}

/**
 * The stored data that decides the access of some users, read in one snapshot. Disabled roles, permissions and menus
 * are included.
 */
export interface AccessFacts {
  /** The time to which the periods of the grants are compared. */
  readonly at: Date;
  /** The users, sorted by id. */
  readonly users: readonly UserFacts[];
  /** At least the roles of the users. */
  readonly roles: readonly RoleFacts[];
  /** At least the permissions of these roles. */
  readonly permissions: readonly PermissionFacts[];
  /** At least the menus of these roles, and the menus above them. */
  readonly menus: readonly MenuFacts[];
}
