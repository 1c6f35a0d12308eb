import type { RolePermission } from '@portcullis/application';
import { permissionLimits, type Permission } from '@portcullis/domain';
import {
  withDescription,
  flag,
  uuid,
  named,
  nullable,
  object,
  textOf,
  versioned,
  type Fields,
} from '../../validation/schema.ts';
import { status } from './users.ts';

const rolePermissionFields: Fields<RolePermission> = {
  id: withDescription(uuid(), 'The id of the permission.'),
  code: withDescription(
    textOf(permissionLimits.code),
    'The unique name that programs use. The form `resource.action` is recommended.',
  ),
  name: withDescription(textOf(permissionLimits.name), 'The unique name that users see.'),
  resource: withDescription(
    textOf(permissionLimits.resource),
    'The kind of resource that the permission is about, such as `user`.',
  ),
  action: withDescription(textOf(permissionLimits.action), 'The action that the permission allows, such as `read`.'),
  description: withDescription(
    nullable(textOf(permissionLimits.description)),
    'A free text that describes the permission.',
  ),
};

export const permissionFields: Fields<RolePermission & Pick<Permission, 'status'>> = {
  ...rolePermissionFields,
  status: withDescription(status, '1: enabled, 0: disabled. No user has a disabled permission.', 'Default: 1.'),
};

/** A permission in the responses of the role routes (docs/interface.md §4.3). */
export const rolePermissionSchema = named('RolePermission', () => object<RolePermission>(rolePermissionFields));

/** A permission (docs/interface.md §2.4). */
export const permissionSchema = named('Permission', () =>
  object<Permission>({
    ...permissionFields,
    isSystem: withDescription(flag, 'Whether the permission is built in.'),
    isAdopted: withDescription(
      flag,
      'False if the permission existed before the service began to ask for its code, until an administrator adopts it. Until then it opens no route of contents, categories or tags.',
    ),
    ...versioned,
  }),
);
