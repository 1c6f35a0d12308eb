import type { RoleViews, SetRolePermissions } from '@portcullis/application';
import { present, type PermissionId, type RoleId } from '@portcullis/domain';
import { administrators } from './access.ts';
import { Ids, Uuid } from './fields.ts';
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

export interface RoleRoutes {
  readonly setRolePermissions: SetRolePermissions;
  readonly roles: RoleViews;
}

/** Specification, section 4.3. */
export const roleRoutes = ({ setRolePermissions, roles }: RoleRoutes): readonly Route[] => [
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
