import type { RoleRepository } from '../../ports/roles.ts';
import type { State } from '../state.ts';
import { existingIdsIn, linksOf, setLinks, table, unlink } from '../tables.ts';

export const roleRepository = (state: State): RoleRepository => ({
  ...table(state.roles, {
    unique: [
      ['role-code-taken', ({ code }) => code],
      ['role-name-taken', ({ name }) => name],
    ],
    beforeRemove: (id) => {
      unlink(state.userRoles, id);
      state.rolePermissions.delete(id);
      state.roleMenus.delete(id);
    },
  }),
  existingIds: existingIdsIn(state.roles),
  permissionsOf: async (id) => linksOf(state.rolePermissions, id),
  setPermissions: setLinks(state.rolePermissions, state.roles, state.permissions),
  menusOf: async (id) => linksOf(state.roleMenus, id),
  setMenus: setLinks(state.roleMenus, state.roles, state.menus),
});
