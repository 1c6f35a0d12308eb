import type { AccessControl } from '@portcullis/domain/internal/access/access-control';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type {
  AccessControlRepository,
  AccessControlViews,
} from '@portcullis/application/internal/ports/access-control';
import type { State } from '../tables/state.ts';
import { conditionsOfRole } from '../tables/grants.ts';
import { linksOf } from '../tables/tables.ts';

export const contracts = [() => import('../contracts/access-control.ts')];

const accessControlOf = (state: State): AccessControl => {
  const { permissions, menus, roles, rolePermissions, roleMenus } = state;
  return {
    permissions: [...permissions.values()].map(permission),
    menus: [...menus.values()].map(menu),
    roles: [...roles.values()].map(({ id, code, name, description, status, requiresFactor }: Role) => ({
      id,
      code,
      name,
      description,
      status,
      requiresFactor,
      permissionIds: linksOf(rolePermissions, id),
      conditions: conditionsOfRole(state, id),
      menuIds: linksOf(roleMenus, id),
    })),
    userAttributes: state.userAttributes.attributes,
    protectedRoutes: state.routeTable.routes,
  };
};

const permission = ({
  isSystem: _isSystem,
  version: _version,
  createdAt: _created,
  updatedAt: _updated,
  ...rest
}: Permission) => rest;

const menu = ({ version: _version, createdAt: _created, updatedAt: _updated, ...rest }: Menu) => rest;

export const views = (now: () => State): AccessControlViews => ({
  all: async () => accessControlOf(now()),
});

export const repository = (state: State): AccessControlRepository => ({ lockAll: async () => accessControlOf(state) });
