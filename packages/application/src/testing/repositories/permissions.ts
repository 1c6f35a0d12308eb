import type { PermissionRepository } from '../../ports/permissions.ts';
import type { State } from '../state.ts';
import { existingIdsIn, table, unlink } from '../tables.ts';

export const permissionRepository = (state: State): PermissionRepository => ({
  ...table(state.permissions, {
    unique: [
      ['permission-code-taken', ({ code }) => code],
      ['permission-name-taken', ({ name }) => name],
    ],
    beforeRemove: (id) => unlink(state.rolePermissions, id),
  }),
  existingIds: existingIdsIn(state.permissions),
});
