import {
  enabled,
  type Holdings,
  type Menu,
  type Permission,
  type Role,
  type RoleSummary,
  type User,
  type UserId,
} from '@portcullis/domain';
import type { State } from './state.ts';
import { sortedBy } from './pages.ts';
import { linksOf } from './tables.ts';

/** Returns the rows with these ids. */
export const rowsOf = <Id extends string, Row>(rows: ReadonlyMap<Id, Row>, ids: readonly Id[]): readonly Row[] =>
  ids.flatMap((id) => rows.get(id) ?? []);

/** Returns the enabled roles of a user. */
export const enabledRolesOf = ({ userRoles, roles }: State, id: UserId): readonly Role[] =>
  rowsOf(roles, linksOf(userRoles, id)).filter(({ status }) => status === enabled);

/** Returns the enabled permissions that a user holds through enabled roles, without duplicates. */
export function enabledPermissionsOf(state: State, id: UserId): readonly Permission[] {
  const held = enabledRolesOf(state, id).flatMap((role) => linksOf(state.rolePermissions, role.id));
  return rowsOf(state.permissions, [...new Set(held)]).filter(({ status }) => status === enabled);
}

/** Returns the menus that a user is granted through enabled roles. The menus may be disabled. */
export const grantedMenusOf = (state: State, id: UserId): readonly Menu[] =>
  rowsOf(
    state.menus,
    enabledRolesOf(state, id).flatMap((role) => linksOf(state.roleMenus, role.id)),
  );

export const codesOf = (things: readonly { readonly code: string }[]): readonly string[] =>
  things.map(({ code }) => code).toSorted();

export const summaryOf = ({ id, code, name, status }: Role): RoleSummary => ({ id, code, name, status });

/** Returns every role of a user and every permission of these roles, whatever their status. */
export function holdingsOf({ roles, permissions, userRoles, rolePermissions }: State, user: User): Holdings {
  const held = sortedBy(rowsOf(roles, linksOf(userRoles, user.id)), ({ code }) => [code]);
  const brought = [...new Set(held.flatMap((role) => linksOf(rolePermissions, role.id)))];
  return {
    status: user.status,
    roles: held.map(summaryOf),
    permissions: sortedBy(rowsOf(permissions, brought), ({ code }) => [code]).map(({ id, code, name, status }) => ({
      id,
      code,
      name,
      status,
      roles: codesOf(held.filter((role) => linksOf(rolePermissions, role.id).includes(id))),
    })),
  };
}
