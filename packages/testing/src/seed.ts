import { builtInMenus, builtInPermissions, builtInRoles } from '@portcullis/domain/internal/built-in';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { emptyState, type State } from './tables/state.ts';

/** Returns the built-in data. The timestamps are `start`, `start` + 1 ms and so on, as in the first migration. */
export function seededState(start: Date): State {
  const state = emptyState();
  const stamps = (index: number) => {
    const at = new Date(start.getTime() + index);
    return { version: firstVersion, createdAt: at, updatedAt: at };
  };
  const builtIn = { isSystem: true, status: enabled };
  builtInPermissions.forEach((permission, index) => {
    state.permissions.set(permission.id, { description: null, ...permission, ...builtIn, ...stamps(index) });
  });
  builtInMenus.forEach(({ roles: _roles, ...menu }, index) => {
    state.menus.set(menu.id, { ...menu, ...stamps(index) });
  });
  builtInRoles.forEach(({ permissions, ...role }, index) => {
    state.roles.set(role.id, { ...role, ...builtIn, requiresFactor: false, ...stamps(index) });
    const granted = builtInPermissions.filter(({ code }) => permissions.includes(code));
    const seen = builtInMenus.filter(({ roles }) => roles.includes(role.code));
    state.rolePermissions.set(
      role.id,
      granted.map(({ id }) => id),
    );
    state.roleMenus.set(
      role.id,
      seen.map(({ id }) => id),
    );
  });
  return state;
}
