import type { MenuId, PermissionId, RoleId, UserAttributesId, UserId } from './shared/ids.ts';
import { directory, menuDefaults, page, type MenuFields } from './menus/menu.ts';

/**
 * The data that every installation starts with. The first migration contains a copy of this data and writes it once, so
 * a later change here needs its own migration. Ids are fixed so that code and tests can refer to them.
 */

/** Makes a built-in id: a version 4 UUID that holds a digit for the kind of entity, a number, and zeros. */
const builtInId = <I extends string>(kindDigit: number, number: number): I =>
  `00000000-0000-4000-8000-${kindDigit}${String(number).padStart(11, '0')}` as I;

/** The actor of commands on the server and of scheduled publications and withdrawals. No account has this id. */
export const operatorId: UserId = builtInId<UserId>(4, 1);

/** The id of the declarations of user attributes, which events name. */
export const userAttributesId: UserAttributesId = builtInId<UserAttributesId>(5, 1);

const resources = ['user', 'role', 'menu', 'permission', 'project'] as const;
const actions = ['create', 'read', 'update', 'delete'] as const;

/** The code of a built-in permission, such as `role.update`. */
export type BuiltInPermissionCode = `${(typeof resources)[number]}.${(typeof actions)[number]}`;

/** A permission that every installation has at first. */
export interface BuiltInPermission {
  readonly id: PermissionId;
  readonly code: BuiltInPermissionCode;
  readonly name: string;
  readonly resource: string;
  readonly action: string;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The permissions that every installation has at first. */
export const builtInPermissions: readonly BuiltInPermission[] = resources
  .flatMap((resource) => actions.map((action) => ({ resource, action })))
  .map(({ resource, action }, index) => ({
    id: builtInId<PermissionId>(2, index + 1),
    code: `${resource}.${action}`,
    name: `${capitalised(action)} ${resource}s`,
    resource,
    action,
  }));

const contentPermissionNames = {
  'content.create': 'Create articles',
  'content.read-drafts': 'Read drafts',
  'content.update': 'Update articles',
  'content.publish': 'Publish articles',
  'content.delete': 'Delete articles',
  'category.manage': 'Manage categories',
  'tag.manage': 'Manage tags',
  'media.manage': 'Manage files',
} as const;

/** The code of a permission for contents, categories, tags and files. */
export type ContentPermissionCode = keyof typeof contentPermissionNames;

/** A permission for contents, categories, tags and files, which a role can have under a condition. */
export interface ContentPermission {
  readonly code: ContentPermissionCode;
  readonly name: string;
  readonly resource: string;
  readonly action: string;
}

const isContentCode = (code: string): code is ContentPermissionCode => code in contentPermissionNames;

/**
 * Permissions for roles that write contents, categories, tags and files without the role ADMIN or MODERATOR. The routes
 * ask for their codes, but no installation has them from the start: administrators create those that they need.
 */
export const contentPermissions: readonly ContentPermission[] = Object.entries(contentPermissionNames).flatMap(
  ([code, name]) => {
    const [resource = '', action = ''] = code.split('.');
    return isContentCode(code) ? [{ code, name, resource, action }] : [];
  },
);

/** A role that every installation has. */
export interface BuiltInRole {
  readonly id: RoleId;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** Codes of the permissions that the role grants. */
  readonly permissions: readonly BuiltInPermissionCode[];
}

/** The role that may do everything. */
export const administratorRole: BuiltInRole = {
  id: builtInId<RoleId>(1, 1),
  code: 'ADMIN',
  name: 'Administrator',
  description: 'Runs the installation.',
  permissions: builtInPermissions.map(({ code }) => code),
};

/** The role that manages contents. */
export const moderatorRole: BuiltInRole = {
  id: builtInId<RoleId>(1, 2),
  code: 'MODERATOR',
  name: 'Moderator',
  description: 'Looks after users and contents.',
  permissions: [
    'user.read',
    'user.update',
    'role.read',
    'menu.read',
    'permission.read',
    'project.read',
    'project.update',
  ],
};

/** The role of users who register. */
export const userRole: BuiltInRole = {
  id: builtInId<RoleId>(1, 3),
  code: 'USER',
  name: 'User',
  description: 'Every registered account.',
  permissions: ['project.read'],
};

/** The roles that every installation has. */
export const builtInRoles: readonly BuiltInRole[] = [administratorRole, moderatorRole, userRole];

/** Codes of the roles that may write contents, categories, tags and files, and may read unpublished contents. */
export const editorRoles: readonly string[] = [administratorRole.code, moderatorRole.code];

/** Users with one of these roles or permissions see unpublished contents. */
export const draftReaders: {
  readonly roles: readonly string[];
  readonly permissions: readonly ContentPermissionCode[];
} = { roles: editorRoles, permissions: ['content.read-drafts'] };

/** A menu that every installation has at first. */
export interface BuiltInMenu extends MenuFields {
  readonly id: MenuId;
  readonly parentId: MenuId | null;
  /** Codes of the roles that are granted the menu. */
  readonly roles: readonly string[];
}

type MenuRow = Pick<MenuFields, 'routeName' | 'menuType' | 'routePath' | 'component' | 'menuName' | 'icon' | 'order'> &
  Partial<MenuFields> & { readonly parent?: string; readonly roles: readonly string[] };

const everyone = ['ADMIN', 'MODERATOR', 'USER'];
const staff = ['ADMIN', 'MODERATOR'];
const administrators = ['ADMIN'];

const menuRows: readonly MenuRow[] = [
  {
    routeName: 'home',
    menuType: page,
    routePath: '/home',
    component: 'layout.base$view.home',
    menuName: 'Home',
    icon: 'mdi:monitor-dashboard',
    order: 1,
    roles: everyone,
  },
  {
    routeName: 'manage',
    menuType: directory,
    routePath: '/manage',
    component: 'layout.base',
    menuName: 'System Manage',
    icon: 'carbon:cloud-service-management',
    order: 2,
    roles: staff,
  },
  {
    routeName: 'manage_user',
    parent: 'manage',
    menuType: page,
    routePath: '/manage/user',
    component: 'view.manage_user',
    menuName: 'User Manage',
    icon: 'ic:round-manage-accounts',
    order: 1,
    roles: staff,
  },
  {
    routeName: 'manage_role',
    parent: 'manage',
    menuType: page,
    routePath: '/manage/role',
    component: 'view.manage_role',
    menuName: 'Role Manage',
    icon: 'carbon:user-role',
    order: 2,
    roles: administrators,
  },
  {
    routeName: 'manage_menu',
    parent: 'manage',
    menuType: page,
    routePath: '/manage/menu',
    component: 'view.manage_menu',
    menuName: 'Menu Manage',
    icon: 'material-symbols:route',
    order: 3,
    keepAlive: true,
    roles: administrators,
  },
  {
    routeName: 'manage_user-detail',
    parent: 'manage',
    menuType: page,
    routePath: '/manage/user-detail/:id',
    component: 'view.manage_user-detail',
    menuName: 'User Detail',
    icon: 'mdi:account-details-outline',
    order: 4,
    hideInMenu: true,
    activeMenu: 'manage_user',
    roles: staff,
  },
  {
    routeName: 'about',
    menuType: page,
    routePath: '/about',
    component: 'layout.base$view.about',
    menuName: 'About',
    icon: 'fluent:book-information-24-regular',
    order: 3,
    roles: everyone,
  },
  {
    routeName: 'user-center',
    menuType: page,
    routePath: '/user-center',
    component: 'layout.base$view.user-center',
    menuName: 'User Center',
    icon: 'ph:user-circle',
    order: 4,
    hideInMenu: true,
    roles: everyone,
  },
];

const menuId = (routeName: string | undefined): MenuId | null => {
  const index = menuRows.findIndex((row) => row.routeName === routeName);
  return index < 0 ? null : builtInId<MenuId>(3, index + 1);
};

/** The menus that every installation has at first. */
export const builtInMenus: readonly BuiltInMenu[] = menuRows.map(({ parent, ...row }, index) => ({
  ...menuDefaults,
  ...row,
  i18nKey: `route.${row.routeName}`,
  id: builtInId<MenuId>(3, index + 1),
  parentId: menuId(parent),
}));
