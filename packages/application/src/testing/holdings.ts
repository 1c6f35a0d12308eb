import { enabled, type Menu, type Permission, type Role, type UserId } from '@portcullis/domain';
import type { State } from './state.ts';
import { linksOf } from './tables.ts';

/** The rows behind `ids`. */
export const rowsOf = <Id extends string, Row>(rows: ReadonlyMap<Id, Row>, ids: readonly Id[]): readonly Row[] =>
  ids.flatMap((id) => rows.get(id) ?? []);

/** What a user's enabled roles are. */
export const enabledRolesOf = ({ userRoles, roles }: State, id: UserId): readonly Role[] =>
  rowsOf(roles, linksOf(userRoles, id)).filter(({ status }) => status === enabled);

/** The enabled permissions a user holds through enabled roles, each once. */
export function enabledPermissionsOf(state: State, id: UserId): readonly Permission[] {
  const held = enabledRolesOf(state, id).flatMap((role) => linksOf(state.rolePermissions, role.id));
  return rowsOf(state.permissions, [...new Set(held)]).filter(({ status }) => status === enabled);
}

/** The menus a user is granted through enabled roles, enabled or not. */
export const grantedMenusOf = (state: State, id: UserId): readonly Menu[] =>
  rowsOf(
    state.menus,
    enabledRolesOf(state, id).flatMap((role) => linksOf(state.roleMenus, role.id)),
  );

export const codesOf = (things: readonly { readonly code: string }[]): readonly string[] =>
  things.map(({ code }) => code).toSorted();
