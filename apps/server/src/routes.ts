import {
  auditLogRoutes,
  authRoutes,
  categoryRoutes,
  contentRoutes,
  healthRoutes,
  menuRoutes,
  permissionRoutes,
  roleRoutes,
  tagRoutes,
  userRoutes,
  type Route,
} from '@portcullis/adapters-http';
import {
  CreateCategory,
  CreateContent,
  CreateMenu,
  CreatePermission,
  CreateRole,
  CreateTag,
  CreateTags,
  CreateUser,
  DeleteCategory,
  DeleteContent,
  DeleteMenu,
  DeletePermission,
  DeleteRole,
  DeleteTag,
  DeleteUser,
  LogIn,
  MoveContent,
  PublishContent,
  Register,
  SetRoleMenus,
  SetRolePermissions,
  SetUserRoles,
  UpdateCategory,
  UpdateContent,
  UpdateMenu,
  UpdatePermission,
  UpdateRole,
  UpdateTag,
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
      updateUser: container.get(UpdateUser),
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
      createRole: container.get(CreateRole),
      updateRole: container.get(UpdateRole),
      deleteRole: container.get(DeleteRole),
      setRolePermissions: container.get(SetRolePermissions),
      setRoleMenus: container.get(SetRoleMenus),
      roles: valueOf(container, t.ROLE_VIEWS),
    }),
    ...userRoutes({
      createUser: container.get(CreateUser),
      updateUser: container.get(UpdateUser),
      deleteUser: container.get(DeleteUser),
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
      moveContent: container.get(MoveContent),
      deleteContent: container.get(DeleteContent),
      contents: valueOf(container, t.CONTENT_VIEWS),
      maxBodyBytes: maxContentBodyBytes,
    }),
    ...categoryRoutes({
      createCategory: container.get(CreateCategory),
      updateCategory: container.get(UpdateCategory),
      deleteCategory: container.get(DeleteCategory),
      categories: valueOf(container, t.CATEGORY_VIEWS),
    }),
    ...tagRoutes({
      createTag: container.get(CreateTag),
      createTags: container.get(CreateTags),
      updateTag: container.get(UpdateTag),
      deleteTag: container.get(DeleteTag),
      tags: valueOf(container, t.TAG_VIEWS),
    }),
    ...auditLogRoutes({ audit: valueOf(container, t.AUDIT_VIEWS) }),
    ...healthRoutes({ readiness: valueOf(container, t.READINESS) }),
  ];
}
