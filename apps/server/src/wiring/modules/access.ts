import { menuRoutes } from '@portcullis/adapters-http/internal/routes/menus';
import { permissionGrantRoutes } from '@portcullis/adapters-http/internal/routes/permission-grants';
import { permissionRoutes } from '@portcullis/adapters-http/internal/routes/permissions';
import { readyRoleRoutes } from '@portcullis/adapters-http/internal/routes/ready-roles';
import { roleGrantRoutes } from '@portcullis/adapters-http/internal/routes/role-grants';
import { roleRoutes } from '@portcullis/adapters-http/internal/routes/roles';
import { userAttributeRoutes } from '@portcullis/adapters-http/internal/routes/user-attributes';
import { userRoutes } from '@portcullis/adapters-http/internal/routes/users';
import * as menus from '@portcullis/application/internal/menus/menus';
import * as permissions from '@portcullis/application/internal/permissions/permissions';
import * as addReadyRole from '@portcullis/application/internal/roles/add-ready-role';
import * as recordEndedGrants from '@portcullis/application/internal/roles/record-ended-grants';
import * as roles from '@portcullis/application/internal/roles/roles';
import * as setPermissionGrants from '@portcullis/application/internal/roles/set-permission-grants';
import * as setRoleGrants from '@portcullis/application/internal/roles/set-role-grants';
import * as setUserRoles from '@portcullis/application/internal/roles/set-user-roles';
import * as userAttributes from '@portcullis/application/internal/user-attributes/user-attributes';
import * as userCredentials from '@portcullis/application/internal/users/user-credentials';
import * as userMails from '@portcullis/application/internal/users/user-mails';
import * as users from '@portcullis/application/internal/users/users';
import { permissionGrantBodyLimits, roleGrantBodyLimits } from '../../config/limits.ts';
import { supply, type ModuleParts } from '../dependency-injection.ts';
import type { Installation } from '../ports.ts';
import { named } from './named.ts';

/** Permissions, roles, users and menus. */
export const accessModules = [
  {
    useCases: named([permissions], 'createPermission', 'updatePermission', 'deletePermission'),
    routes: [permissionRoutes],
  },
  {
    useCases: named(
      [roles, addReadyRole],
      'createRole',
      'updateRole',
      'deleteRole',
      'setRolePermissions',
      'setRoleMenus',
      'addReadyRole',
    ),
    routes: [roleRoutes, readyRoleRoutes],
  },
  {
    useCases: named(
      [users, userMails, setUserRoles, userCredentials],
      'createUser',
      'createServiceAccount',
      'inviteUser',
      'updateUser',
      'deleteUser',
      'setUserRoles',
      'setUserPassword',
    ),
    routes: [supply(userRoutes, ({ config: { userDetails } }: Installation) => ({ userDetails }))],
  },
  { useCases: named([userAttributes], 'setUserAttributes'), routes: [userAttributeRoutes] },
  {
    useCases: named([setPermissionGrants], 'setPermissionGrants'),
    routes: [supply(permissionGrantRoutes, () => ({ bodyLimits: permissionGrantBodyLimits }))],
  },
  {
    useCases: named([setRoleGrants, recordEndedGrants], 'setRoleGrants', 'recordEndedGrants'),
    routes: [supply(roleGrantRoutes, () => ({ bodyLimits: roleGrantBodyLimits }))],
  },
  {
    useCases: named([menus], 'createMenu', 'updateMenu', 'moveMenu', 'deleteMenu'),
    routes: [menuRoutes],
  },
] as const satisfies readonly ModuleParts[];
