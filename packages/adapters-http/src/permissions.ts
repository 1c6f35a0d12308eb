import {
  permissionSortFields,
  type CreatePermission,
  type DeletePermission,
  type PermissionSortField,
  type PermissionViews,
  type UpdatePermission,
} from '@portcullis/application';
import {
  enabled,
  permissionLimits,
  present,
  type Permission,
  type PermissionId,
  type Status,
} from '@portcullis/domain';
import { administrators } from './access.ts';
import { IsStatus, Nullable, OneOf, Optional, Text, Uuid } from './fields.ts';
import { ListParameters } from './list-query.ts';
import { partial } from './read.ts';
import { route, type Route } from './route.ts';

class PermissionPath {
  @Uuid() id!: PermissionId;
}

class PermissionListParameters extends ListParameters {
  @Optional() @Text(permissionLimits.resource) resource?: string;
  @Optional() @Text(permissionLimits.action) action?: string;
  @Optional() @OneOf(permissionSortFields) sortBy?: PermissionSortField;
}

class CreatePermissionBody {
  @Text(permissionLimits.code) code!: string;
  @Text(permissionLimits.name) name!: string;
  @Text(permissionLimits.resource) resource!: string;
  @Text(permissionLimits.action) action!: string;
  @Nullable() @Text(permissionLimits.description) description?: string | null;
  @Optional() @IsStatus() status?: Status;
}

class UpdatePermissionBody extends partial(CreatePermissionBody) {}

export interface PermissionRoutes {
  readonly createPermission: CreatePermission;
  readonly updatePermission: UpdatePermission;
  readonly deletePermission: DeletePermission;
  readonly permissions: PermissionViews;
}

/** Specification, section 4.2. */
export const permissionRoutes = ({
  createPermission,
  updatePermission,
  deletePermission,
  permissions,
}: PermissionRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/permissions',
    who: 'holder',
    anyRole: administrators,
    status: 201,
    body: CreatePermissionBody,
    handle: ({ body: { description = null, status = enabled, ...body } }) =>
      createPermission.execute({ ...body, description, status }),
  }),
  route({
    method: 'GET',
    path: '/permissions',
    who: 'logged-in',
    query: PermissionListParameters,
    handle: ({ query }) => permissions.list(query),
  }),
  route({
    method: 'GET',
    path: '/permissions/by-resource',
    who: 'logged-in',
    handle: async () => byResource(await permissions.all()),
  }),
  route({
    method: 'GET',
    path: '/permissions/:id',
    who: 'logged-in',
    params: PermissionPath,
    handle: async ({ params: { id } }) => present(await permissions.find(id), 'permission-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/permissions/:id',
    who: 'holder',
    anyRole: administrators,
    params: PermissionPath,
    body: UpdatePermissionBody,
    handle: ({ params: { id }, body }) => updatePermission.execute({ id, change: body }),
  }),
  route({
    method: 'DELETE',
    path: '/permissions/:id',
    who: 'holder',
    anyRole: administrators,
    params: PermissionPath,
    handle: ({ params: { id } }) => deletePermission.execute(id),
  }),
];

/** The permissions keyed by resource name. Any text may be one: `__proto__` too. */
function byResource(permissions: readonly Permission[]): Readonly<Record<string, readonly Permission[]>> {
  const groups = new Map<string, Permission[]>();
  for (const permission of permissions) {
    const group = groups.get(permission.resource);
    if (group === undefined) groups.set(permission.resource, [permission]);
    else group.push(permission);
  }
  return Object.fromEntries(groups);
}
