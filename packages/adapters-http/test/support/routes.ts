import * as application from '@portcullis/application';
import type { InMemoryWorld } from '@portcullis/application/testing';
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
  type Route,
} from '../../src/index.ts';

const minute = { seconds: 60 } as const;

/** Every route of the interface, over a store in memory. */
export function routesOn(world: InMemoryWorld): readonly Route[] {
  // One of the passwords that an installation refuses as too common.
  const use = { ...world, policy: { ...world.policy, common: new Set(['password1']) } };
  const updateUser = new application.UpdateUser(use);
  const routes: readonly Route[] = [
    ...authRoutes({
      register: new application.Register(use),
      logIn: new application.LogIn(use),
      refreshSession: new application.RefreshSession(use),
      logOut: new application.LogOut(use),
      changePassword: new application.ChangePassword(use),
      updateUser,
      users: use.users,
      registerLimit: { name: 'register', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...sessionRoutes({
      endSession: new application.EndSession(use),
      endUserSession: new application.EndUserSession(use),
      endUserSessions: new application.EndUserSessions(use),
    }),
    ...permissionRoutes({
      createPermission: new application.CreatePermission(use),
      updatePermission: new application.UpdatePermission(use),
      deletePermission: new application.DeletePermission(use),
    }),
    ...roleRoutes({
      createRole: new application.CreateRole(use),
      updateRole: new application.UpdateRole(use),
      deleteRole: new application.DeleteRole(use),
      setRolePermissions: new application.SetRolePermissions(use),
      setRoleMenus: new application.SetRoleMenus(use),
    }),
    ...userRoutes({
      createUser: new application.CreateUser(use),
      updateUser,
      deleteUser: new application.DeleteUser(use),
      setUserRoles: new application.SetUserRoles(use),
      setUserPassword: new application.SetUserPassword(use),
      users: use.users,
      setUserRolesLimit: { name: 'set-user-roles', calls: 10, per: 'caller', ...minute },
    }),
    ...menuRoutes({
      createMenu: new application.CreateMenu(use),
      updateMenu: new application.UpdateMenu(use),
      deleteMenu: new application.DeleteMenu(use),
      menus: use.menus,
    }),
    ...contentRoutes({
      createContent: new application.CreateContent(use),
      updateContent: new application.UpdateContent(use),
      publishContent: new application.PublishContent(use),
      moveContent: new application.MoveContent(use),
      deleteContent: new application.DeleteContent(use),
      contents: use.contents,
      bodyLimits: { maxBytes: 24 * 1024 * 1024, maxMs: 55_000 },
    }),
    ...categoryRoutes({
      createCategory: new application.CreateCategory(use),
      updateCategory: new application.UpdateCategory(use),
      deleteCategory: new application.DeleteCategory(use),
      categories: use.categories,
    }),
    ...tagRoutes({
      createTag: new application.CreateTag(use),
      createTags: new application.CreateTags(use),
      updateTag: new application.UpdateTag(use),
      deleteTag: new application.DeleteTag(use),
      tags: use.tags,
    }),
    ...auditLogRoutes,
    ...healthRoutes({ readiness: { isReady: () => Promise.resolve(true) }, isServing: () => true }),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}
