export { EnsureAdministrator, type EnsureAdministratorInput } from './auth/ensure-administrator.ts';
export { LogIn, type LoggedIn, type LogInInput, type TokenPair } from './auth/log-in.ts';
export { Register, type RegisterInput } from './auth/register.ts';
export { CreateContent, type CreateContentInput } from './contents/create-content.ts';
export { PublishContent } from './contents/publish-content.ts';
export { UpdateContent, type UpdateContentInput } from './contents/update-content.ts';
export { CreateMenu, type CreateMenuInput } from './menus/create-menu.ts';
export { DeleteMenu } from './menus/delete-menu.ts';
export { UpdateMenu, type UpdateMenuInput } from './menus/update-menu.ts';
export { CreatePermission } from './permissions/create-permission.ts';
export { DeletePermission } from './permissions/delete-permission.ts';
export { UpdatePermission, type UpdatePermissionInput } from './permissions/update-permission.ts';
export type { AuditLog } from './ports/audit.ts';
export type { Collection, Linkable } from './ports/collection.ts';
export type { ContentRepository, ContentViews } from './ports/contents.ts';
export type { ListQuery, Page, SortOrder } from './ports/lists.ts';
export type { GrantedMenus, MenuRepository, MenuViews } from './ports/menus.ts';
export {
  permissionSortFields,
  type PermissionListQuery,
  type PermissionRepository,
  type PermissionSortField,
  type PermissionViews,
} from './ports/permissions.ts';
export type { RolePermission, RoleRepository, RoleStats, RoleViews } from './ports/roles.ts';
export type { AccessViews, SessionRepository, StandingQuery } from './ports/sessions.ts';
export type {
  AccessTokens,
  Clock,
  IdSource,
  MarkdownRenderer,
  PasswordHasher,
  RefreshToken,
  RefreshTokens,
} from './ports/system.ts';
export { StoreFailure, type Transaction, type UnitOfWork } from './ports/unit-of-work.ts';
export type { Administration, Credentials, UserRepository, UserView, UserViews } from './ports/users.ts';
export { SetRolePermissions, type SetRolePermissionsInput } from './roles/set-role-permissions.ts';
export { SetUserRoles, type SetUserRolesInput } from './users/set-user-roles.ts';
export { UpdateUser, type UpdateUserInput } from './users/update-user.ts';
