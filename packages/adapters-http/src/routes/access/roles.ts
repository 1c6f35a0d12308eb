import { roleSortFields, type RoleSortField } from '@portcullis/application/internal/ports/roles';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { MenuId, PermissionId, RoleId } from '@portcullis/domain/internal/shared/ids';
import { viewMenu } from '@portcullis/domain/internal/menus/menu';
import { enabled, type Status } from '@portcullis/domain/internal/shared/status';
import { administrators, administratorsChange } from './access.ts';
import { Describe } from '../../validation/descriptions.ts';
import { requestOf } from '../../validation/request.ts';
import { Flag, Ids, OneOf, Optional, Text, Uuid } from '../../validation/fields.ts';
import { IsStatus } from '../../validation/service-fields.ts';
import { contains, ListParameters, searchLimits, sorts } from '../list-query.ts';
import { partial } from '../../validation/validate.ts';
import { WithVersion } from '../../responses/response-data.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { count, withDescription, listOf, nothing, object, pageOf, text } from '../../validation/schema.ts';
import { menuSchema } from '../schemas/menus.ts';
import { listedRoleSchema, rolePermissionSchema, roleFields, roleSchema, roleStatsSchema } from '../schemas/roles.ts';

export class RolePath extends requestOf(roleFields, 'id') {}

/**
 * The path parameters of `/roles/:roleId/permissions` and `/roles/:roleId/menus` (docs/interface.md §4.3). In the other
 * role routes, the parameter is named `id`.
 */
class RoleLinksPath {
  @Uuid() @Describe('The id of the role.') roleId!: RoleId;
}

class SetRolePermissionsBody {
  @Ids()
  @Describe('The ids of all permissions that the role will have. An empty list removes all permissions.')
  permissionIds!: PermissionId[];
}

class SetRoleMenusBody {
  @Ids()
  @Describe('The ids of all menus that the role will have. An empty list removes all menus.')
  menuIds!: MenuId[];
}

class RoleListParameters extends ListParameters {
  @Optional() @IsStatus() @Describe('Only roles with this status. 1: enabled, 0: disabled.') status?: Status;
  @Optional() @Text(searchLimits) @Describe(contains('code')) code?: string;
  @Optional() @Text(searchLimits) @Describe(contains('name')) name?: string;
  @Optional()
  @Flag()
  @Describe('Whether each role is returned with the number of its users (`userCount`). Default: false.')
  withUserCount?: boolean;
  @Optional() @OneOf(roleSortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: RoleSortField;
}

export class CreateRoleBody extends requestOf(
  roleFields,
  'code',
  'name',
  'description?',
  'status?',
  'requiresFactor?',
) {}

class UpdateRoleBody extends partial(CreateRoleBody) {}

type RoleRouteDependencies = UseCases<
  'createRole' | 'updateRole' | 'deleteRole' | 'setRolePermissions' | 'setRoleMenus'
>;

/** The role routes (docs/interface.md §4.3). */
export const roleRoutes = (deps: RoleRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/roles',
    operation: 'listRoles',
    summary: 'List roles',
    description: '`search` looks for the text in `code`, `name` and `description`.',
    access: 'authorized',
    allPermissions: ['role.read'],
    query: RoleListParameters,
    data: pageOf(listedRoleSchema),
    read: ({ query }, { roles }) => roles.list(query),
  }),
  route({
    method: 'POST',
    path: '/roles',
    operation: 'createRole',
    idempotencyKey: 'accepted',
    summary: 'Create a role',
    access: 'authorized',
    ...administratorsChange,
    status: 201,
    body: CreateRoleBody,
    isVersioned: true,
    data: roleSchema,
    refuses: ['role-code-taken', 'role-name-taken'],
    handle: ({ body: { description = null, status = enabled, requiresFactor = false, ...body }, caller }) =>
      deps.createRole({ ...body, description, status, requiresFactor, actor: caller }),
  }),
  route({
    method: 'GET',
    path: '/roles/:id',
    operation: 'getRole',
    summary: 'Read a role',
    access: 'authorized',
    allPermissions: ['role.read'],
    params: RolePath,
    isVersioned: true,
    data: roleSchema,
    refuses: ['role-not-found'],
    read: async ({ params: { id } }, { roles }) => orNotFound(await roles.find(id), 'role-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/roles/:id',
    operation: 'updateRole',
    summary: 'Change a role',
    description:
      'A role with status 0 has no effect: it passes no access check and grants no permissions or menus. A role with `requiresFactor` has no effect in sessions without a second factor. Only `requiresFactor` can be changed in a system role.',
    access: 'authorized',
    ...administratorsChange,
    params: RolePath,
    body: UpdateRoleBody,
    isVersioned: true,
    isConditional: true,
    data: roleSchema,
    refuses: ['role-not-found', 'system-role', 'role-code-taken', 'role-name-taken'],
    handle: ({ params: { id }, body, caller, ifMatch }) =>
      deps.updateRole({ actor: caller, ifMatch, id, change: body }),
  }),
  route({
    method: 'DELETE',
    path: '/roles/:id',
    operation: 'deleteRole',
    summary: 'Delete a custom role',
    description: 'Every user who has the role loses it.',
    access: 'authorized',
    ...administratorsChange,
    params: RolePath,
    isConditional: true,
    data: nothing,
    refuses: ['role-not-found', 'system-role'],
    handle: ({ params: { id }, caller, ifMatch }) => deps.deleteRole({ actor: caller, ifMatch, id }),
  }),
  route({
    method: 'POST',
    path: '/roles/:roleId/permissions',
    operation: 'setRolePermissions',
    idempotencyKey: 'accepted',
    summary: 'Replace the permissions of a role',
    description: 'Replaces the permissions of the role. An empty list removes all of them. Every id must exist.',
    access: 'authorized',
    ...administratorsChange,
    params: RoleLinksPath,
    body: SetRolePermissionsBody,
    isVersioned: true,
    isConditional: true,
    data: object({
      message: withDescription(text, 'A sentence to show to users.'),
      permissionCount: withDescription(count, 'Number of permissions of the role after the change.'),
    }),
    refuses: ['role-not-found', 'unknown-permissions'],
    handle: async ({ params: { roleId }, body: { permissionIds }, caller, ifMatch }) =>
      viewed(
        caller,
        (actor) => deps.setRolePermissions({ actor, ifMatch, roleId, permissionIds }),
        ({ after, version }) => {
          const message = 'The permissions of the role were replaced.';
          return new WithVersion({ message, permissionCount: after.length }, version);
        },
      ),
  }),
  route({
    method: 'GET',
    path: '/roles/:roleId/permissions',
    operation: 'listRolePermissions',
    summary: 'List the permissions of a role',
    access: 'authorized',
    anyRole: administrators,
    params: RoleLinksPath,
    data: listOf(rolePermissionSchema),
    refuses: ['role-not-found'],
    read: async ({ params: { roleId } }, { roles }) =>
      orNotFound(await roles.permissionsOf(roleId), 'role-not-found').map(({ conditional, ...permission }) => ({
        ...permission,
        ...(conditional && { conditional }),
      })),
  }),
  route({
    method: 'POST',
    path: '/roles/:roleId/menus',
    operation: 'setRoleMenus',
    idempotencyKey: 'accepted',
    summary: 'Replace the menus of a role',
    description: 'Replaces the menus of the role. An empty list removes all of them. Every id must exist.',
    access: 'authorized',
    ...administratorsChange,
    params: RoleLinksPath,
    body: SetRoleMenusBody,
    isVersioned: true,
    isConditional: true,
    data: object({
      message: withDescription(text, 'A sentence to show to users.'),
      menuCount: withDescription(count, 'Number of menus of the role after the change.'),
    }),
    refuses: ['role-not-found', 'unknown-menus'],
    handle: async ({ params: { roleId }, body: { menuIds }, caller, ifMatch }) =>
      viewed(
        caller,
        (actor) => deps.setRoleMenus({ actor, ifMatch, roleId, menuIds }),
        ({ after, version }) => {
          const message = 'The menus of the role were replaced.';
          return new WithVersion({ message, menuCount: after.length }, version);
        },
      ),
  }),
  route({
    method: 'GET',
    path: '/roles/:roleId/menus',
    operation: 'listRoleMenus',
    summary: 'List the menus of a role',
    access: 'authorized',
    anyRole: administrators,
    params: RoleLinksPath,
    data: listOf(menuSchema),
    refuses: ['role-not-found'],
    read: async ({ params: { roleId } }, { roles }) =>
      orNotFound(await roles.menusOf(roleId), 'role-not-found').map(viewMenu),
  }),
  route({
    method: 'GET',
    path: '/roles/:id/permissions/count',
    operation: 'countRolePermissions',
    summary: 'Count the permissions of a role',
    access: 'authorized',
    anyRole: administrators,
    params: RolePath,
    data: object({ permissionCount: withDescription(count, 'Number of permissions of the role.') }),
    refuses: ['role-not-found'],
    read: async ({ params: { id } }, { roles }) => ({
      permissionCount: orNotFound(await roles.permissionCount(id), 'role-not-found'),
    }),
  }),
  route({
    method: 'GET',
    path: '/roles/:id/stats',
    operation: 'getRoleStats',
    summary: 'Count the users, menus and permissions of a role',
    access: 'authorized',
    anyRole: administrators,
    params: RolePath,
    data: roleStatsSchema,
    refuses: ['role-not-found'],
    read: async ({ params: { id } }, { roles }) => orNotFound(await roles.stats(id), 'role-not-found'),
  }),
];
