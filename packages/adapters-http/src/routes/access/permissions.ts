import { permissionSortFields, type PermissionSortField } from '@portcullis/application/internal/ports/permissions';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { permissionLimits, type Permission } from '@portcullis/domain/internal/roles/permission';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { administrators, administratorsChange } from './access.ts';
import { Describe } from '../../validation/descriptions.ts';
import { requestOf } from '../../validation/request.ts';
import { OneOf, Optional, Text } from '../../validation/fields.ts';
import { ListParameters, only, sorts } from '../list-query.ts';
import { partial } from '../../validation/validate.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { keyed, listOf, nothing, pageOf } from '../../validation/schema.ts';
import { permissionFields, permissionSchema, roleSummarySchema } from '../schemas/roles.ts';

export class PermissionPath extends requestOf(permissionFields, 'id') {}

class PermissionListParameters extends ListParameters {
  @Optional() @Text(permissionLimits.resource) @Describe(only('resource')) resource?: string;
  @Optional() @Text(permissionLimits.action) @Describe(only('action')) action?: string;
  @Optional() @OneOf(permissionSortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: PermissionSortField;
}

export class CreatePermissionBody extends requestOf(
  permissionFields,
  'code',
  'name',
  'resource',
  'action',
  'description?',
  'status?',
) {}

class UpdatePermissionBody extends partial(CreatePermissionBody) {}

type PermissionRouteDependencies = UseCases<'createPermission' | 'updatePermission' | 'deletePermission'>;

/** The permission routes (docs/interface.md §4.2). */
export const permissionRoutes = (deps: PermissionRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/permissions',
    operation: 'createPermission',
    idempotencyKey: 'accepted',
    summary: 'Create a permission',
    access: 'authorized',
    ...administratorsChange,
    status: 201,
    body: CreatePermissionBody,
    isVersioned: true,
    data: permissionSchema,
    refuses: ['permission-code-taken', 'permission-name-taken'],
    handle: ({ body: { description = null, status = enabled, ...body }, caller }) =>
      deps.createPermission({ ...body, description, status, actor: caller }),
  }),
  route({
    method: 'GET',
    path: '/permissions',
    operation: 'listPermissions',
    summary: 'List permissions',
    description: '`search` looks for the text in `code`, `name` and `description`.',
    access: 'authenticated',
    query: PermissionListParameters,
    data: pageOf(permissionSchema),
    read: ({ query }, { permissions }) => permissions.list(query),
  }),
  route({
    method: 'GET',
    path: '/permissions/by-resource',
    operation: 'listPermissionsByResource',
    summary: 'List all permissions by resource',
    description: 'Returns an object with a list of permissions for each resource.',
    access: 'authenticated',
    data: keyed(listOf(permissionSchema)),
    read: async (_call, { permissions }) => byResource(await permissions.all()),
  }),
  route({
    method: 'GET',
    path: '/permissions/:id',
    operation: 'getPermission',
    summary: 'Read a permission',
    access: 'authenticated',
    params: PermissionPath,
    isVersioned: true,
    data: permissionSchema,
    refuses: ['permission-not-found'],
    read: async ({ params: { id } }, { permissions }) => orNotFound(await permissions.find(id), 'permission-not-found'),
  }),
  route({
    method: 'GET',
    path: '/permissions/:id/roles',
    operation: 'listPermissionRoles',
    summary: 'List the roles that have a permission',
    description:
      'Returns all roles with the permission, including disabled roles, sorted by code. `GET /api/users?roleCode=` lists the users of a role.',
    access: 'authorized',
    anyRole: administrators,
    params: PermissionPath,
    data: listOf(roleSummarySchema),
    refuses: ['permission-not-found'],
    read: async ({ params: { id } }, { permissions }) =>
      orNotFound(await permissions.rolesOf(id), 'permission-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/permissions/:id',
    operation: 'updatePermission',
    summary: 'Change a permission',
    description:
      'System permissions can be changed, too. If the status is 0, no user has the permission from the next request on. Changing `code` is discouraged.',
    access: 'authorized',
    ...administratorsChange,
    params: PermissionPath,
    body: UpdatePermissionBody,
    isVersioned: true,
    isConditional: true,
    data: permissionSchema,
    refuses: ['permission-not-found', 'permission-code-taken', 'permission-name-taken'],
    handle: ({ params: { id }, body, caller, ifMatch }) =>
      deps.updatePermission({ actor: caller, ifMatch, id, change: body }),
  }),
  route({
    method: 'DELETE',
    path: '/permissions/:id',
    operation: 'deletePermission',
    summary: 'Delete a permission',
    description: 'System permissions can be deleted, too. The permission is removed from every role.',
    access: 'authorized',
    ...administratorsChange,
    params: PermissionPath,
    isConditional: true,
    data: nothing,
    refuses: ['permission-not-found'],
    handle: ({ params: { id }, caller, ifMatch }) => deps.deletePermission({ actor: caller, ifMatch, id }),
  }),
];

/**
 * Groups permissions by the name of their resource. A `Map` is used because a resource can have any name, even
 * `__proto__`.
 */
function byResource(permissions: readonly Permission[]): Readonly<Record<string, readonly Permission[]>> {
  const groups = new Map<string, Permission[]>();
  for (const permission of permissions) {
    const group = groups.get(permission.resource);
    if (group === undefined) groups.set(permission.resource, [permission]);
    else group.push(permission);
  }
  return Object.fromEntries(groups);
}
