import {
  auditLogRoutes,
  authRoutes,
  categoryRoutes,
  contentRoutes,
  documentationRoutes,
  healthRoutes,
  menuRoutes,
  permissionRoutes,
  roleRoutes,
  sessionRoutes,
  tagRoutes,
  userRoutes,
  withPublicViews,
  type Route,
} from '@portcullis/adapters-http';
import {
  ChangePassword,
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
  EndSession,
  EndUserSession,
  EndUserSessions,
  LogIn,
  LogOut,
  MoveContent,
  PublishContent,
  RefreshSession,
  Register,
  SetRoleMenus,
  SetRolePermissions,
  SetUserPassword,
  SetUserRoles,
  UpdateCategory,
  UpdateContent,
  UpdateMenu,
  UpdatePermission,
  UpdateRole,
  UpdateTag,
  UpdateUser,
} from '@portcullis/application';
import type { Config } from '../config/config.ts';
import { valueOf, type Provider } from './provide.ts';
import { contentBodyLimits, registerLimit, setUserRolesLimit } from '../config/limits.ts';
import * as t from './tokens.ts';

/** Every endpoint, in the order of docs/interface.md §4. */
export function routesOf(
  container: Provider,
  { registerPerMinute }: Pick<Config, 'registerPerMinute'>,
  isServing: () => boolean,
): readonly Route[] {
  const users = valueOf(container, t.USER_VIEWS);
  const routes: readonly Route[] = [
    ...authRoutes({
      register: container.get(Register),
      logIn: container.get(LogIn),
      refreshSession: container.get(RefreshSession),
      logOut: container.get(LogOut),
      changePassword: container.get(ChangePassword),
      updateUser: container.get(UpdateUser),
      users,
      registerLimit: registerLimit(registerPerMinute),
    }),
    ...sessionRoutes({
      endSession: container.get(EndSession),
      endUserSession: container.get(EndUserSession),
      endUserSessions: container.get(EndUserSessions),
    }),
    ...permissionRoutes({
      createPermission: container.get(CreatePermission),
      updatePermission: container.get(UpdatePermission),
      deletePermission: container.get(DeletePermission),
    }),
    ...roleRoutes({
      createRole: container.get(CreateRole),
      updateRole: container.get(UpdateRole),
      deleteRole: container.get(DeleteRole),
      setRolePermissions: container.get(SetRolePermissions),
      setRoleMenus: container.get(SetRoleMenus),
    }),
    ...userRoutes({
      createUser: container.get(CreateUser),
      updateUser: container.get(UpdateUser),
      deleteUser: container.get(DeleteUser),
      setUserRoles: container.get(SetUserRoles),
      setUserPassword: container.get(SetUserPassword),
      users,
      setUserRolesLimit,
    }),
    ...menuRoutes({
      createMenu: container.get(CreateMenu),
      updateMenu: container.get(UpdateMenu),
      deleteMenu: container.get(DeleteMenu),
      menus: valueOf(container, t.MENU_VIEWS),
    }),
    ...withPublicViews(valueOf(container, t.CONTENT_VIEWS), valueOf(container, t.PUBLIC_CONTENT_VIEWS), (contents) =>
      contentRoutes({
        createContent: container.get(CreateContent),
        updateContent: container.get(UpdateContent),
        publishContent: container.get(PublishContent),
        moveContent: container.get(MoveContent),
        deleteContent: container.get(DeleteContent),
        contents,
        bodyLimits: contentBodyLimits,
      }),
    ),
    ...withPublicViews(
      valueOf(container, t.CATEGORY_VIEWS),
      valueOf(container, t.PUBLIC_CATEGORY_VIEWS),
      (categories) =>
        categoryRoutes({
          createCategory: container.get(CreateCategory),
          updateCategory: container.get(UpdateCategory),
          deleteCategory: container.get(DeleteCategory),
          categories,
        }),
    ),
    ...withPublicViews(valueOf(container, t.TAG_VIEWS), valueOf(container, t.PUBLIC_TAG_VIEWS), (tags) =>
      tagRoutes({
        createTag: container.get(CreateTag),
        createTags: container.get(CreateTags),
        updateTag: container.get(UpdateTag),
        deleteTag: container.get(DeleteTag),
        tags,
      }),
    ),
    ...auditLogRoutes,
    ...healthRoutes({ readiness: valueOf(container, t.READINESS), isServing }),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}
