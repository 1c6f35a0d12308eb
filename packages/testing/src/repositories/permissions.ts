import type { PermissionRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { existingIdsIn } from '../tables.ts';
import { unlinkOwners, versionedTable } from '../versioned-tables.ts';

export const permissionRepository = (state: State): PermissionRepository => ({
  ...versionedTable(
    { rows: state.permissions, counted: state.counted },
    {
      unique: [
        ['permission-code-taken', ({ code }) => code],
        ['permission-name-taken', ({ name }) => name],
      ],
      beforeRemove: (id) => unlinkOwners(state.rolePermissions, { rows: state.roles, counted: state.counted }, id),
    },
  ),
  existingIds: existingIdsIn(state.permissions),
});
