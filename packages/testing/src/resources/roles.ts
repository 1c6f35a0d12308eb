import type {
  RoleListQuery,
  RoleRepository,
  RoleSortField,
  RoleViews,
} from '@portcullis/application/internal/ports/roles';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { State } from '../tables/state.ts';
import { existingIdsIn, linksOf } from '../tables/tables.ts';
import { incrementVersion, setVersionedLinks, unlinkOwners, versionedTable } from '../tables/versioned-tables.ts';
import { changedConditions } from '@portcullis/domain/internal/roles/permission-grant';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { countUsers, permissionGrantsOf, permissionLinkOf, rowsOf } from '../tables/grants.ts';
import { asRead, type ListRules, containsText, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';

export const contracts = [() => import('../contracts/roles.ts')];

export function repository(state: State): RoleRepository {
  const { counted } = state;
  const counting = { rows: state.roles, counted };
  const setPermissions = setVersionedLinks(state.rolePermissions, counting, state.permissions);
  return {
    ...versionedTable(counting, {
      unique: [
        ['role-code-taken', ({ code }) => code],
        ['role-name-taken', ({ name }) => name],
      ],
      beforeRemove: (id) => {
        state.rolePermissions.delete(id);
        state.roleMenus.delete(id);
        return unlinkOwners(state.userRoles, { rows: state.users, counted }, id);
      },
    }),
    existingIds: existingIdsIn(state.roles),
    idsOf: async (codes) => [...state.roles.values()].filter(({ code }) => codes.includes(code)).map(({ id }) => id),
    permissionsOf: async (id) => linksOf(state.rolePermissions, id),
    setPermissions: async (id, change) => {
      const removed = change.before.filter((each) => !change.after.includes(each));
      for (const each of removed) state.permissionConditions.delete(permissionLinkOf(id, each));
      return setPermissions(id, change);
    },
    grantsOf: async (id) => permissionGrantsOf(state, id),
    setConditions: async (id, grants) => {
      const before = permissionGrantsOf(state, id);
      for (const { permissionId, condition } of grants) {
        const key = permissionLinkOf(id, permissionId);
        if (condition === null) state.permissionConditions.delete(key);
        else state.permissionConditions.set(key, condition);
      }
      if (changedConditions(before, grants).length > 0) incrementVersion(counting, id);
    },
    menusOf: async (id) => linksOf(state.roleMenus, id),
    setMenus: setVersionedLinks(state.roleMenus, counting, state.menus),
  };
}

const listed: ListRules<Role, RoleSortField, RoleListQuery> = {
  sort: { name: ({ name }) => asRead(name) },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ code, name, description }) => [code, name, description],
  matches: ({ status, code, name }, query) =>
    matchesFilter(query.status, status) && containsText(query.code, code) && containsText(query.name, name),
};

export const views = (now: () => State, clock: Clock): RoleViews => ({
  find: async (id) => now().roles.get(id),
  list: async (query) => {
    const page = pageOf(now().roles.values(), query, listed);
    if (query.withUserCount !== true) return page;
    return {
      ...page,
      items: page.items.map((role) => ({ ...role, userCount: countUsers(now(), role.id, clock.now()) })),
    };
  },
  permissionsOf: async (roleId) => {
    const { roles, permissions, rolePermissions } = now();
    if (!roles.has(roleId)) return undefined;
    return sortedBy(rowsOf(permissions, linksOf(rolePermissions, roleId)), ({ code }) => [code]).map(
      ({ id, code, name, resource, action, description }) => ({
        id,
        code,
        name,
        resource,
        action,
        description,
        conditional: now().permissionConditions.has(permissionLinkOf(roleId, id)),
      }),
    );
  },
  grantsOf: async (roleId) => {
    const { roles, permissions } = now();
    if (!roles.has(roleId)) return undefined;
    const grants = permissionGrantsOf(now(), roleId).flatMap((grant) => {
      const permission = permissions.get(grant.permissionId);
      if (permission === undefined) return [];
      const { code, name, resource } = permission;
      return [{ ...grant, code, name, resource }];
    });
    return sortedBy(grants, ({ code }) => [code]);
  },
  menusOf: async (roleId) => {
    const { roles, menus, roleMenus } = now();
    if (!roles.has(roleId)) return undefined;
    return sortedBy(rowsOf(menus, linksOf(roleMenus, roleId)), ({ order, routeName, id }) => [order, routeName, id]);
  },
  permissionCount: async (id) => (now().roles.has(id) ? linksOf(now().rolePermissions, id).length : undefined),
  stats: async (id) => {
    const { roles, roleMenus, rolePermissions } = now();
    if (!roles.has(id)) return undefined;
    return {
      userCount: countUsers(now(), id, clock.now()),
      menuCount: linksOf(roleMenus, id).length,
      permissionCount: linksOf(rolePermissions, id).length,
    };
  },
});
