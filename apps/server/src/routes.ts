import {
  authRoutes,
  contentRoutes,
  menuRoutes,
  permissionRoutes,
  roleRoutes,
  userRoutes,
  type Route,
} from '@portcullis/adapters-http';
import {
  CreateContent,
  CreateMenu,
  CreatePermission,
  DeleteMenu,
  DeletePermission,
  LogIn,
  PublishContent,
  Register,
  SetRolePermissions,
  SetUserRoles,
  UpdateContent,
  UpdateMenu,
  UpdatePermission,
  UpdateUser,
} from '@portcullis/application';
import type { Container } from 'inversify';
import type { Config } from './config.ts';
import { valueOf } from './provide.ts';
import { maxContentBodyBytes, registerLimit, setUserRolesLimit } from './limits.ts';
import * as t from './tokens.ts';

/** Every endpoint, in the order of the specification's section 4: the table of contents of the service. */
export function routesOf(container: Container, { registerPerMinute }: Config): readonly Route[] {
  const users = valueOf(container, t.USER_VIEWS);
  return [
    ...authRoutes({
      register: container.get(Register),
      logIn: container.get(LogIn),
      users,
      registerLimit: registerLimit(registerPerMinute),
    }),
    ...permissionRoutes({
      createPermission: container.get(CreatePermission),
      updatePermission: container.get(UpdatePermission),
      deletePermission: container.get(DeletePermission),
      permissions: valueOf(container, t.PERMISSION_VIEWS),
    }),
    ...roleRoutes({
      setRolePermissions: container.get(SetRolePermissions),
      roles: valueOf(container, t.ROLE_VIEWS),
    }),
    ...userRoutes({
      updateUser: container.get(UpdateUser),
      setUserRoles: container.get(SetUserRoles),
      users,
      setUserRolesLimit,
    }),
    ...menuRoutes({
      createMenu: container.get(CreateMenu),
      updateMenu: container.get(UpdateMenu),
      deleteMenu: container.get(DeleteMenu),
      menus: valueOf(container, t.MENU_VIEWS),
    }),
    ...contentRoutes({
      createContent: container.get(CreateContent),
      updateContent: container.get(UpdateContent),
      publishContent: container.get(PublishContent),
      contents: valueOf(container, t.CONTENT_VIEWS),
      maxBodyBytes: maxContentBodyBytes,
    }),
  ];
}
