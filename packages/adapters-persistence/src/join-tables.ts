import type { JoinTable } from './sql/links.ts';

export const userRoleLinks: JoinTable = { table: 'user_roles', owners: 'users', owner: 'user_id', linked: 'role_id' };

export const rolePermissionLinks: JoinTable = {
  table: 'role_permissions',
  owners: 'roles',
  owner: 'role_id',
  linked: 'permission_id',
};

export const roleMenuLinks: JoinTable = { table: 'role_menus', owners: 'roles', owner: 'role_id', linked: 'menu_id' };

export const contentTagLinks: JoinTable = {
  table: 'content_tags',
  owners: 'all_contents',
  owner: 'content_id',
  linked: 'tag_id',
};

/** A content refers to its author in a column of its own, so one table has the columns of the owner and of the link. */
export const contentAuthorLinks: JoinTable = {
  table: 'all_contents',
  owners: 'all_contents',
  owner: 'id',
  linked: 'author_id',
};
