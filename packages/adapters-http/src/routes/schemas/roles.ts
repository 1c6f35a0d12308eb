import type { RoleWithPermission } from '@portcullis/application/internal/ports/permissions';
import type { RolePermission, RoleStats } from '@portcullis/application/internal/ports/roles';
import { permissionLimits, type Permission } from '@portcullis/domain/internal/roles/permission';
import { roleLimits, type Role } from '@portcullis/domain/internal/roles/role';
import * as schema from '../../validation/schema.ts';
import type { Fields } from '../../validation/schema.ts';
import { status } from './users.ts';

const rolePermissionFields: Fields<Omit<RolePermission, 'conditional'>> = {
  id: schema.withDescription(schema.uuid(), 'The id of the permission.'),
  code: schema.withDescription(
    schema.textOf(permissionLimits.code),
    'The unique name that programs use. The form `resource.action` is recommended.',
  ),
  name: schema.withDescription(schema.textOf(permissionLimits.name), 'The unique name that users see.'),
  resource: schema.withDescription(
    schema.textOf(permissionLimits.resource),
    'The kind of resource that the permission is about, such as `user`. It need not match `code`.',
  ),
  action: schema.withDescription(
    schema.textOf(permissionLimits.action),
    'The action that the permission allows, such as `read`.',
  ),
  description: schema.withDescription(
    schema.nullable(schema.multiLineTextOf(permissionLimits.description)),
    'A free text that describes the permission.',
  ),
};

export const permissionFields: Fields<Omit<RolePermission, 'conditional'> & Pick<Permission, 'status'>> = {
  ...rolePermissionFields,
  status: schema.withDescription(status, '1: enabled, 0: disabled. No user has a disabled permission.', 'Default: 1.'),
};

/** A permission in the responses of the role routes (docs/interface.md §4.3). */
export const rolePermissionSchema = schema.named('RolePermission', () =>
  schema.objectWith(rolePermissionFields, {
    conditional: schema.withDescription<boolean>(
      { ...schema.flag, enum: [true] },
      'Present and true if the role has the permission only under a condition.',
    ),
  }),
);

/** A permission (docs/interface.md §2.4). */
export const permissionSchema = schema.namedObject<Permission>('Permission', {
  ...permissionFields,
  isSystem: schema.withDescription(schema.flag, 'Whether the permission is built in.'),
  ...schema.versioned,
});

export const roleFields: Fields<Pick<Role, 'id' | 'code' | 'name' | 'description' | 'status' | 'requiresFactor'>> = {
  id: schema.withDescription(schema.uuid(), 'The id of the role.'),
  code: schema.withDescription(schema.textOf(roleLimits.code), 'The unique name that programs use.'),
  name: schema.withDescription(schema.textOf(roleLimits.name), 'The unique name that users see.'),
  description: schema.withDescription(
    schema.nullable(schema.multiLineTextOf(roleLimits.description)),
    'A free text that describes the role.',
  ),
  status: schema.withDescription(
    status,
    '1: enabled, 0: disabled. A disabled role grants no permissions or menus.',
    'Default: 1.',
  ),
  requiresFactor: schema.withDescription(
    schema.flag,
    'Whether the role has an effect only in sessions with a second factor. In other sessions, it passes no access check and grants no permissions or menus.',
    'Default: false.',
  ),
};

const storedFields: Fields<Role> = {
  ...roleFields,
  isSystem: schema.withDescription(
    schema.flag,
    'Whether the role is built in. Only the permissions, the menus and `requiresFactor` of a built-in role can be changed.',
  ),
  ...schema.versioned,
};

/** A role (docs/interface.md §2.3). */
export const roleSchema = schema.namedObject<Role>('Role', storedFields);

/** A role in the list of roles. */
export const listedRoleSchema = schema.named('ListedRole', () =>
  schema.objectWith(storedFields, {
    userCount: schema.withDescription(
      schema.count,
      'Number of users who have the role now; only with `withUserCount`.',
    ),
  }),
);

/** The short form of a role, with the number of its users, in responses about other resources. */
export const roleSummarySchema = schema.namedObject<RoleWithPermission>('RoleSummary', {
  ...schema.pick(roleFields, 'id', 'code', 'name', 'status', 'requiresFactor'),
  userCount: schema.withDescription(schema.count, 'Number of users who have the role now.'),
});

export const roleStatsSchema = schema.namedObject<RoleStats>('RoleStats', {
  userCount: schema.withDescription(schema.count, 'Number of users who have the role now.'),
  menuCount: schema.withDescription(schema.count, 'Number of menus of the role.'),
  permissionCount: schema.withDescription(schema.count, 'Number of permissions of the role.'),
});
