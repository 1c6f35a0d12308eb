import {
  enabled,
  type AssignedAccess,
  type Grants,
  type Menu,
  type Permission,
  type Role,
  type RoleSummary,
  type SessionId,
  type User,
  type UserId,
} from '@portcullis/domain';
import type { State } from './state.ts';
import { sortedBy } from './pages.ts';
import { linksOf } from './tables.ts';

/** Returns the rows with these ids, and omits ids that do not exist. */
export const rowsOf = <Id extends string, Row>(rows: ReadonlyMap<Id, Row>, ids: readonly Id[]): readonly Row[] =>
  ids.flatMap((id) => rows.get(id) ?? []);

/**
 * Returns the enabled roles of a user. Roles that require a second factor are omitted, unless the session has proved a
 * second factor.
 * @param sessionId undefined counts as a session that has not proved a factor
 */
export const effectiveRolesOf = (state: State, id: UserId, sessionId?: SessionId): readonly Role[] => {
  const hasFactor = sessionId !== undefined && state.sessions.get(sessionId)?.hasFactor === true;
  return rowsOf(state.roles, linksOf(state.userRoles, id)).filter(
    ({ status, requiresFactor }) => status === enabled && (hasFactor || !requiresFactor),
  );
};

/** Returns the enabled permissions that the roles of `effectiveRolesOf` grant, without duplicates. */
export function effectivePermissionsOf(state: State, id: UserId, sessionId?: SessionId): readonly Permission[] {
  const held = effectiveRolesOf(state, id, sessionId).flatMap((role) => linksOf(state.rolePermissions, role.id));
  return rowsOf(state.permissions, [...new Set(held)]).filter(({ status }) => status === enabled);
}

/** Returns the menus that the roles of `effectiveRolesOf` grant, including disabled menus. */
export const grantedMenusOf = (state: State, id: UserId, sessionId?: SessionId): readonly Menu[] =>
  rowsOf(
    state.menus,
    effectiveRolesOf(state, id, sessionId).flatMap((role) => linksOf(state.roleMenus, role.id)),
  );

export const codesOf = (things: readonly { readonly code: string }[]): readonly string[] =>
  things.map(({ code }) => code).toSorted();

/** Returns those of the codes that the user holds in the session. A permission that is not adopted is not held. */
export const heldCodesOf = (
  state: State,
  userId: UserId,
  sessionId: SessionId,
  asked: { readonly roles: readonly string[]; readonly permissions: readonly string[] },
): Pick<Grants, 'roles' | 'permissions'> => ({
  roles: codesOf(effectiveRolesOf(state, userId, sessionId)).filter((code) => asked.roles.includes(code)),
  permissions: codesOf(effectivePermissionsOf(state, userId, sessionId).filter(({ isAdopted }) => isAdopted)).filter(
    (code) => asked.permissions.includes(code),
  ),
});

export const summaryOf = ({ id, code, name, status, requiresFactor }: Role): RoleSummary => ({
  id,
  code,
  name,
  status,
  requiresFactor,
});

/** Returns all roles of a user and all permissions of these roles, including disabled ones. */
export function assignedAccessOf(
  { roles, permissions, userRoles, rolePermissions }: State,
  user: User,
): AssignedAccess {
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
