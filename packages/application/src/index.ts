export {
  importAccessControl,
  type ImportAccessControl,
  type ImportAccessControlInput,
} from './access/import-access-control.ts';
export { changePassword, type ChangePassword, type ChangePasswordInput } from './auth/change-password.ts';
export { endSession, type EndSession, type EndSessionInput } from './auth/end-session.ts';
export { checkSetup, type CheckSetup, type OpenSetup } from './auth/check-setup.ts';
export { completeSetup, type CompleteSetup, type CompleteSetupInput } from './auth/complete-setup.ts';
export {
  ensureAdministrator,
  type EnsureAdministrator,
  type EnsureAdministratorInput,
} from './auth/ensure-administrator.ts';
export { logIn, type LogIn, type LoggedIn, type LogInInput } from './auth/log-in.ts';
export { logOut, type LogOut, type LogOutInput } from './auth/log-out.ts';
export { refreshSession, type RefreshSession } from './auth/refresh-session.ts';
export { register, type Register, type RegisterInput } from './auth/register.ts';
export { removeExpiredSessions, type RemoveExpiredSessions } from './auth/remove-expired-sessions.ts';
export { removeOldLoginAddresses, type RemoveOldLoginAddresses } from './auth/remove-old-login-addresses.ts';
export type { TokenPair } from './auth/token-pair.ts';
export { changeWithin } from './changes.ts';
export { createCategory, type CreateCategory, type CreateCategoryInput } from './categories/create-category.ts';
export { deleteCategory, type DeleteCategory } from './categories/delete-category.ts';
export { updateCategory, type UpdateCategory, type UpdateCategoryInput } from './categories/update-category.ts';
export { createContent, type CreateContent, type CreateContentInput } from './contents/create-content.ts';
export { deleteContent, type DeleteContent } from './contents/delete-content.ts';
export { listContents, type ListContentsInput } from './contents/list-contents.ts';
export { moveContent, type MoveContent, type MoveContentInput } from './contents/move-content.ts';
export { previewContent, type ContentPreview, type PreviewContent } from './contents/preview-content.ts';
export { publishContent, type PublishContent } from './contents/publish-content.ts';
export {
  readContent,
  readPublishedContent,
  type ReadContentInput,
  type ReadPublishedContentInput,
} from './contents/read-content.ts';
export { updateContent, type UpdateContent, type UpdateContentInput } from './contents/update-content.ts';
export { createMenu, type CreateMenu, type CreateMenuInput } from './menus/create-menu.ts';
export { deleteMenu, type DeleteMenu } from './menus/delete-menu.ts';
export {
  listConstantRoutes,
  listUserRoutes,
  userRoutesCache,
  type UserRoutesCache,
} from './menus/list-user-routes.ts';
export { moveMenu, type MoveMenu, type MoveMenuInput } from './menus/move-menu.ts';
export { updateMenu, type UpdateMenu, type UpdateMenuInput } from './menus/update-menu.ts';
export { createPermission, type CreatePermission } from './permissions/create-permission.ts';
export { deletePermission, type DeletePermission } from './permissions/delete-permission.ts';
export {
  updatePermission,
  type UpdatePermission,
  type UpdatePermissionInput,
} from './permissions/update-permission.ts';
export type { AccessQuery, AccessViews, CallerViews, VisitorViews } from './ports/access.ts';
export type { AccessControlRepository, AccessControlViews } from './ports/access-control.ts';
export {
  auditSortFields,
  type AuditListQuery,
  type AuditLog,
  type AuditSortField,
  type AuditViews,
} from './ports/audit.ts';
export {
  categorySortFields,
  type CategoryListQuery,
  type CategoryRepository,
  type CategorySortField,
  type CategoryViews,
} from './ports/categories.ts';
export type { Collection, Linkable } from './ports/collection.ts';
export {
  ContentChanged,
  contentSortFields,
  shortBytes,
  type ContentListItem,
  type ContentListQuery,
  type ContentRepository,
  type ContentKey,
  type ContentSortField,
  type ContentViews,
  type LongField,
  type PublishedContent,
  type ReadContent,
  type Unconverted,
} from './ports/contents.ts';
export type { ListQuery, Page, SortOrder } from './ports/lists.ts';
export type { LoginAddressRepository } from './ports/login-addresses.ts';
export {
  menuSortFields,
  type MenuFilters,
  type MenuGrants,
  type MenuListQuery,
  type MenuRepository,
  type MenuSortField,
  type MenuViews,
  type VersionedMenus,
} from './ports/menus.ts';
export {
  overviewEntries,
  type LastChange,
  type LastLogin,
  type Overview,
  type OverviewViews,
} from './ports/overview.ts';
export {
  permissionSortFields,
  type PermissionListQuery,
  type PermissionRepository,
  type PermissionSortField,
  type PermissionViews,
} from './ports/permissions.ts';
export {
  roleSortFields,
  type RoleListQuery,
  type RolePermission,
  type RoleRepository,
  type RoleSortField,
  type RoleStats,
  type RoleViews,
} from './ports/roles.ts';
export {
  sessionSortFields,
  type SessionListQuery,
  type SessionRepository,
  type SessionSortField,
  type SessionView,
  type SessionViews,
} from './ports/sessions.ts';
export type { SetupLinkRepository } from './ports/setup-links.ts';
export type { Load, SystemState } from './ports/system-state.ts';
export type {
  AccessTokens,
  Attempt,
  Clock,
  IdSource,
  LoginThrottle,
  MarkdownRenderer,
  PasswordHasher,
  PresentedToken,
  Readiness,
  RefreshToken,
  RefreshTokens,
  SetupTokens,
} from './ports/system.ts';
export { tagSortFields, type TagRepository, type TagSortField, type TagViews } from './ports/tags.ts';
export { StoreFailure, type Transaction, type UnitOfWork } from './ports/unit-of-work.ts';
export {
  userSortFields,
  type Administration,
  type Credentials,
  type Profile,
  type UserListQuery,
  type UserRepository,
  type UserSortField,
  type UserView,
  type UserViews,
} from './ports/users.ts';
export { createRole, type CreateRole } from './roles/create-role.ts';
export { deleteRole, type DeleteRole } from './roles/delete-role.ts';
export { setRoleMenus, type SetRoleMenus, type SetRoleMenusInput } from './roles/set-role-menus.ts';
export { updateRole, type UpdateRole, type UpdateRoleInput } from './roles/update-role.ts';
export {
  setRolePermissions,
  type SetRolePermissions,
  type SetRolePermissionsInput,
} from './roles/set-role-permissions.ts';
export { createTag, type CreateTag, type CreateTagInput } from './tags/create-tag.ts';
export { createTags, type CreateTags } from './tags/create-tags.ts';
export { deleteTag, type DeleteTag } from './tags/delete-tag.ts';
export { updateTag, type UpdateTag, type UpdateTagInput } from './tags/update-tag.ts';
export { createUser, type CreateUser, type CreateUserInput } from './users/create-user.ts';
export { deleteUser, type DeleteUser, type DeleteUserInput } from './users/delete-user.ts';
export { endUserSession, type EndUserSession, type EndUserSessionInput } from './users/end-user-session.ts';
export { endUserSessions, type EndUserSessions, type EndUserSessionsInput } from './users/end-user-sessions.ts';
export { setUserPassword, type SetUserPassword, type SetUserPasswordInput } from './users/set-user-password.ts';
export { setUserRoles, type SetUserRoles, type SetUserRolesInput } from './users/set-user-roles.ts';
export { updateUser, type UpdateUser, type UpdateUserInput } from './users/update-user.ts';
