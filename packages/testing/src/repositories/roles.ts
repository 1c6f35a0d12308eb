import type { RoleRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { existingIdsIn, linksOf } from '../tables.ts';
import { setVersionedLinks, unlinkOwners, versionedTable } from '../versioned-tables.ts';

export function roleRepository(state: State): RoleRepository {
  const { counted } = state;
  const counting = { rows: state.roles, counted };
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
    setPermissions: setVersionedLinks(state.rolePermissions, counting, state.permissions),
    menusOf: async (id) => linksOf(state.roleMenus, id),
    setMenus: setVersionedLinks(state.roleMenus, counting, state.menus),
  };
}
