/**
 * Returns the SQL expression for the id of a built-in row: a version 4 UUID with a digit for the kind of row, the
 * number of the row, and zeros.
 */
const idOf = (kindDigit: number, number: string): string =>
  `('00000000-0000-4000-8000-${kindDigit}' || lpad(${number}::text, 11, '0'))::uuid`;

const roleId = (number: string): string => idOf(1, number);
const permissionId = (number: string): string => idOf(2, number);
const menuId = (number: string): string => idOf(3, number);

/**
 * The creation times are one millisecond apart, so that lists sorted by creation time have the order of the row
 * numbers.
 */
const timestamp = `now() + (number - 1) * interval '1 millisecond'`;

/**
 * The 20 permissions, 3 roles and 8 menus, and which of them each role has. The values are repeated here instead of
 * imported from the domain, because the schema of a database must not depend on code that changes.
 */
export const builtInRows = `
  INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
   SELECT ${permissionId('number')}, code, name, resource, action, true, 1, ${timestamp}, ${timestamp} FROM (VALUES
     (1, 'user.create', 'Create users', 'user', 'create'),
     (2, 'user.read', 'Read users', 'user', 'read'),
     (3, 'user.update', 'Update users', 'user', 'update'),
     (4, 'user.delete', 'Delete users', 'user', 'delete'),
     (5, 'role.create', 'Create roles', 'role', 'create'),
     (6, 'role.read', 'Read roles', 'role', 'read'),
     (7, 'role.update', 'Update roles', 'role', 'update'),
     (8, 'role.delete', 'Delete roles', 'role', 'delete'),
     (9, 'menu.create', 'Create menus', 'menu', 'create'),
     (10, 'menu.read', 'Read menus', 'menu', 'read'),
     (11, 'menu.update', 'Update menus', 'menu', 'update'),
     (12, 'menu.delete', 'Delete menus', 'menu', 'delete'),
     (13, 'permission.create', 'Create permissions', 'permission', 'create'),
     (14, 'permission.read', 'Read permissions', 'permission', 'read'),
     (15, 'permission.update', 'Update permissions', 'permission', 'update'),
     (16, 'permission.delete', 'Delete permissions', 'permission', 'delete'),
     (17, 'project.create', 'Create projects', 'project', 'create'),
     (18, 'project.read', 'Read projects', 'project', 'read'),
     (19, 'project.update', 'Update projects', 'project', 'update'),
     (20, 'project.delete', 'Delete projects', 'project', 'delete')
   ) permission (number, code, name, resource, action) ORDER BY number;

  INSERT INTO roles (id, code, name, description, is_system, status, created_at, updated_at)
   SELECT ${roleId('number')}, code, name, description, true, 1, ${timestamp}, ${timestamp} FROM (VALUES
     (1, 'ADMIN', 'Administrator', 'Runs the installation.'),
     (2, 'MODERATOR', 'Moderator', 'Looks after users and contents.'),
     (3, 'USER', 'User', 'Every registered account.')
   ) role (number, code, name, description) ORDER BY number;

  INSERT INTO menus (id, parent_id, route_name, route_path, menu_name, i18n_key, icon_type, icon, "order", menu_type,
     component, hide_in_menu, active_menu, multi_tab, status, keep_alive, constant, created_at, updated_at)
   SELECT ${menuId('number')}, ${menuId('parent')}, name, path, title, 'route.' || name, 1, icon, place, menu_type,
     component, hidden, active, false, 1, kept_alive, false, ${timestamp}, ${timestamp} FROM (VALUES
     (1, NULL, 'home', '/home', 'Home', 'mdi:monitor-dashboard', 1, 2, 'layout.base$view.home', false, NULL, false),
     (2, NULL, 'manage', '/manage', 'System Manage', 'carbon:cloud-service-management', 2, 1, 'layout.base', false, NULL,
       false),
     (3, 2, 'manage_user', '/manage/user', 'User Manage', 'ic:round-manage-accounts', 1, 2, 'view.manage_user', false, NULL,
       false),
     (4, 2, 'manage_role', '/manage/role', 'Role Manage', 'carbon:user-role', 2, 2, 'view.manage_role', false, NULL, false),
     (5, 2, 'manage_menu', '/manage/menu', 'Menu Manage', 'material-symbols:route', 3, 2, 'view.manage_menu', false, NULL,
       true),
     (6, 2, 'manage_user-detail', '/manage/user-detail/:id', 'User Detail', 'mdi:account-details-outline', 4, 2,
       'view.manage_user-detail', true, 'manage_user', false),
     (7, NULL, 'about', '/about', 'About', 'fluent:book-information-24-regular', 3, 2, 'layout.base$view.about', false, NULL,
       false),
     (8, NULL, 'user-center', '/user-center', 'User Center', 'ph:user-circle', 4, 2, 'layout.base$view.user-center', true,
       NULL, false)
   ) menu (number, parent, name, path, title, icon, place, menu_type, component, hidden, active, kept_alive) ORDER BY number;

  INSERT INTO role_permissions (role_id, permission_id)
   SELECT ${roleId('role')}, ${permissionId('permission')} FROM (VALUES
     (1, ARRAY[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
     (2, ARRAY[2, 3, 6, 10, 14, 18, 19]),
     (3, ARRAY[18])
   ) granted (role, permissions), unnest(permissions) permission;

  INSERT INTO role_menus (role_id, menu_id)
   SELECT ${roleId('role')}, ${menuId('menu')} FROM (VALUES
     (1, ARRAY[1, 2, 3, 4, 5, 6, 7, 8]),
     (2, ARRAY[1, 2, 3, 6, 7, 8]),
     (3, ARRAY[1, 7, 8])
   ) granted (role, menus), unnest(menus) menu;
`;
