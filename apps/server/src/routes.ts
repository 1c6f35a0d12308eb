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
  changePassword,
  createCategory,
  createContent,
  createMenu,
  createPermission,
  createRole,
  createTag,
  createTags,
  createUser,
  deleteCategory,
  deleteContent,
  deleteMenu,
  deletePermission,
  deleteRole,
  deleteTag,
  deleteUser,
  endSession,
  endUserSession,
  endUserSessions,
  logIn,
  logOut,
  moveContent,
  publishContent,
  refreshSession,
  register,
  setRoleMenus,
  setRolePermissions,
  setUserPassword,
  setUserRoles,
  updateCategory,
  updateContent,
  updateMenu,
  updatePermission,
  updateRole,
  updateTag,
  updateUser,
} from '@portcullis/application';
import type { Config } from './config.ts';
import { useCaseOf, valueOf, type Provider } from './provide.ts';
import { contentBodyLimits, registerLimit, setUserRolesLimit } from './limits.ts';
import * as t from './tokens.ts';

/** Every endpoint, in the order of the specification's section 4: the table of contents of the service. */
export function routesOf(
  container: Provider,
  { registerPerMinute }: Pick<Config, 'registerPerMinute'>,
  isServing: () => boolean,
): readonly Route[] {
  const users = valueOf(container, t.USER_VIEWS);
  const routes: readonly Route[] = [
    ...authRoutes({
      register: useCaseOf(container, register),
      logIn: useCaseOf(container, logIn),
      refreshSession: useCaseOf(container, refreshSession),
      logOut: useCaseOf(container, logOut),
      changePassword: useCaseOf(container, changePassword),
      updateUser: useCaseOf(container, updateUser),
      users,
      registerLimit: registerLimit(registerPerMinute),
    }),
    ...sessionRoutes({
      endSession: useCaseOf(container, endSession),
      endUserSession: useCaseOf(container, endUserSession),
      endUserSessions: useCaseOf(container, endUserSessions),
    }),
    ...permissionRoutes({
      createPermission: useCaseOf(container, createPermission),
      updatePermission: useCaseOf(container, updatePermission),
      deletePermission: useCaseOf(container, deletePermission),
    }),
    ...roleRoutes({
      createRole: useCaseOf(container, createRole),
      updateRole: useCaseOf(container, updateRole),
      deleteRole: useCaseOf(container, deleteRole),
      setRolePermissions: useCaseOf(container, setRolePermissions),
      setRoleMenus: useCaseOf(container, setRoleMenus),
    }),
    ...userRoutes({
      createUser: useCaseOf(container, createUser),
      updateUser: useCaseOf(container, updateUser),
      deleteUser: useCaseOf(container, deleteUser),
      setUserRoles: useCaseOf(container, setUserRoles),
      setUserPassword: useCaseOf(container, setUserPassword),
      users,
      setUserRolesLimit,
    }),
    ...menuRoutes({
      createMenu: useCaseOf(container, createMenu),
      updateMenu: useCaseOf(container, updateMenu),
      deleteMenu: useCaseOf(container, deleteMenu),
      menus: valueOf(container, t.MENU_VIEWS),
    }),
    ...withPublicViews(valueOf(container, t.CONTENT_VIEWS), valueOf(container, t.PUBLIC_CONTENT_VIEWS), (contents) =>
      contentRoutes({
        createContent: useCaseOf(container, createContent),
        updateContent: useCaseOf(container, updateContent),
        publishContent: useCaseOf(container, publishContent),
        moveContent: useCaseOf(container, moveContent),
        deleteContent: useCaseOf(container, deleteContent),
        contents,
        bodyLimits: contentBodyLimits,
      }),
    ),
    ...withPublicViews(
      valueOf(container, t.CATEGORY_VIEWS),
      valueOf(container, t.PUBLIC_CATEGORY_VIEWS),
      (categories) =>
        categoryRoutes({
          createCategory: useCaseOf(container, createCategory),
          updateCategory: useCaseOf(container, updateCategory),
          deleteCategory: useCaseOf(container, deleteCategory),
          categories,
        }),
    ),
    ...withPublicViews(valueOf(container, t.TAG_VIEWS), valueOf(container, t.PUBLIC_TAG_VIEWS), (tags) =>
      tagRoutes({
        createTag: useCaseOf(container, createTag),
        createTags: useCaseOf(container, createTags),
        updateTag: useCaseOf(container, updateTag),
        deleteTag: useCaseOf(container, deleteTag),
        tags,
      }),
    ),
    ...auditLogRoutes,
    ...healthRoutes({ readiness: valueOf(container, t.READINESS), isServing }),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}
