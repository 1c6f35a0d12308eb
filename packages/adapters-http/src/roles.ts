import {
  roleSortFields,
  type CreateRole,
  type DeleteRole,
  type RoleSortField,
  type RoleViews,
  type SetRoleMenus,
  type SetRolePermissions,
  type UpdateRole,
} from '@portcullis/application';
import {
  enabled,
  present,
  roleLimits,
  viewMenu,
  type MenuId,
  type PermissionId,
  type RoleId,
  type Status,
} from '@portcullis/domain';
import { administrators } from './access.ts';
import { Ids, IsStatus, Nullable, OneOf, Optional, Text, Uuid } from './fields.ts';
import { ListParameters } from './list-query.ts';
import { partial } from './read.ts';
import { route, type Route } from './route.ts';

class RolePath {
  @Uuid() id!: RoleId;
}

/** The specification names this parameter `roleId` where the role's links are meant. */
class RoleLinksPath {
  @Uuid() roleId!: RoleId;
}

class SetRolePermissionsBody {
  @Ids() permissionIds!: PermissionId[];
}

class SetRoleMenusBody {
  @Ids() menuIds!: MenuId[];
}

class RoleListParameters extends ListParameters {
  @Optional() @IsStatus() status?: Status;
  @Optional() @OneOf(roleSortFields) sortBy?: RoleSortField;
}

class CreateRoleBody {
  @Text(roleLimits.code) code!: string;
  @Text(roleLimits.name) name!: string;
  @Nullable() @Text(roleLimits.description) description?: string | null;
  @Optional() @IsStatus() status?: Status;
}

class UpdateRoleBody extends partial(CreateRoleBody) {}

export interface RoleRoutes {
  readonly createRole: CreateRole;
  readonly updateRole: UpdateRole;
  readonly deleteRole: DeleteRole;
  readonly setRolePermissions: SetRolePermissions;
  readonly setRoleMenus: SetRoleMenus;
  readonly roles: RoleViews;
}

/** Specification, section 4.3. */
export const roleRoutes = ({
  createRole,
  updateRole,
  deleteRole,
  setRolePermissions,
  setRoleMenus,
  roles,
}: RoleRoutes): readonly Route[] => [
  route({
    method: 'GET',
    path: '/roles',
    who: 'holder',
    allPermissions: ['role.read'],
    query: RoleListParameters,
    handle: ({ query }) => roles.list(query),
  }),
  route({
    method: 'POST',
    path: '/roles',
    who: 'holder',
    anyRole: administrators,
    status: 201,
    body: CreateRoleBody,
    handle: ({ body: { description = null, status = enabled, ...body } }) =>
      createRole.execute({ ...body, description, status }),
  }),
  route({
    method: 'GET',
    path: '/roles/:id',
    who: 'holder',
    allPermissions: ['role.read'],
    params: RolePath,
    handle: async ({ params: { id } }) => present(await roles.find(id), 'role-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/roles/:id',
    who: 'holder',
    anyRole: administrators,
    params: RolePath,
    body: UpdateRoleBody,
    handle: ({ params: { id }, body }) => updateRole.execute({ id, change: body }),
  }),
  route({
    method: 'DELETE',
    path: '/roles/:id',
    who: 'holder',
    anyRole: administrators,
    params: RolePath,
    handle: ({ params: { id } }) => deleteRole.execute(id),
  }),
  route({
    method: 'POST',
    path: '/roles/:roleId/permissions',
    who: 'holder',
    anyRole: administrators,
    params: RoleLinksPath,
    body: SetRolePermissionsBody,
    handle: async ({ params: { roleId }, body: { permissionIds } }) => {
      const { length } = await setRolePermissions.execute({ roleId, permissionIds });
      return { message: 'The permissions of the role were replaced.', permissionCount: length };
    },
  }),
  route({
    method: 'GET',
    path: '/roles/:roleId/permissions',
    who: 'holder',
    anyRole: administrators,
    params: RoleLinksPath,
    handle: async ({ params: { roleId } }) => present(await roles.permissionsOf(roleId), 'role-not-found'),
  }),
  route({
    method: 'POST',
    path: '/roles/:roleId/menus',
    who: 'holder',
    anyRole: administrators,
    params: RoleLinksPath,
    body: SetRoleMenusBody,
    handle: async ({ params: { roleId }, body: { menuIds } }) => {
      const { length } = await setRoleMenus.execute({ roleId, menuIds });
      return { message: 'The menus of the role were replaced.', menuCount: length };
    },
  }),
  route({
    method: 'GET',
    path: '/roles/:roleId/menus',
    who: 'holder',
    anyRole: administrators,
    params: RoleLinksPath,
    handle: async ({ params: { roleId } }) => present(await roles.menusOf(roleId), 'role-not-found').map(viewMenu),
  }),
  route({
    method: 'GET',
    path: '/roles/:id/permissions/count',
    who: 'holder',
    anyRole: administrators,
    params: RolePath,
    handle: async ({ params: { id } }) => ({
      permissionCount: present(await roles.permissionCount(id), 'role-not-found'),
    }),
  }),
  route({
    method: 'GET',
    path: '/roles/:id/stats',
    who: 'holder',
    anyRole: administrators,
    params: RolePath,
    handle: async ({ params: { id } }) => present(await roles.stats(id), 'role-not-found'),
  }),
];
