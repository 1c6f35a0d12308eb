import type { RolePermission } from '@portcullis/application';
import type { Permission } from '@portcullis/domain';
import { explained, flag, uuid, moment, named, nullable, object, text, type Fields } from '../../validation/schema.ts';
import { status } from './users.ts';

const rolePermissionFields: Fields<RolePermission> = {
  id: uuid(),
  code: explained(text, 'Unique; recommended is `resource.action`.'),
  name: text,
  resource: text,
  action: text,
  description: nullable(text),
};

/** A permission as the role routes list it (docs/interface.md §4.3). */
export const rolePermissionSchema = named('RolePermission', () => object<RolePermission>(rolePermissionFields));

/** A permission (docs/interface.md §2.4). */
export const permissionSchema = named('Permission', () =>
  object<Permission>({
    ...rolePermissionFields,
    isSystem: flag,
    status,
    createdAt: moment,
    updatedAt: moment,
  }),
);
