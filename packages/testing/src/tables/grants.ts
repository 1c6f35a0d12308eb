import type { ConditionalGrant, Grants } from '@portcullis/domain/internal/access/access';
import type { RoleSummary } from '@portcullis/domain/internal/access/access-facts';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { isEffective, pathConditions } from '@portcullis/domain/internal/access/effective-access';
import type { PermissionId, RoleId, SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import { readPermissions } from '@portcullis/domain/internal/events/live-updates';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { PermissionGrant } from '@portcullis/domain/internal/roles/permission-grant';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import type { State } from './state.ts';
import { linksOf } from './tables.ts';

/** Returns the rows with these ids, and omits ids that do not exist. */
export const rowsOf = <Id extends string, Row>(rows: ReadonlyMap<Id, Row>, ids: readonly Id[]): readonly Row[] =>
  ids.flatMap((id) => rows.get(id) ?? []);

/** Returns the key of a role of a user in `State.roleSources` and `State.grantPeriods`. */
export const linkOf = (userId: UserId, roleId: RoleId): string => `${userId} ${roleId}`;

/** Returns the roles of a user with the periods in which the user has them. */
export const grantsOf = ({ userRoles, grantPeriods }: State, id: UserId): readonly RoleGrant[] =>
  linksOf(userRoles, id).map((roleId) => {
    const { validFrom = null, validUntil = null } = grantPeriods.get(linkOf(id, roleId)) ?? {};
    return { roleId, validFrom, validUntil };
  });

/** Returns the roles of a user whose grant is in force, including disabled roles. */
export const rolesInForceOf = (state: State, id: UserId, now: Date): readonly Role[] =>
  rowsOf(
    state.roles,
    grantsOf(state, id)
      .filter((grant) => isEffective(pathConditions.grant, { ...grant, now }))
      .map(({ roleId }) => roleId),
  );

/** Returns the number of users who have a role now. */
export const countUsers = (state: State, id: RoleId, now: Date): number =>
  [...state.users.keys()].filter((userId) => rolesInForceOf(state, userId, now).some((role) => role.id === id)).length;

/** A session, and the time at which its rights are read. */
interface Viewpoint {
  readonly now: Date;
  /** If undefined, the session counts as one without a second factor. */
  readonly sessionId?: SessionId | undefined;
  /** Whether the user has proved a second factor. Default: whether this was done in the session. */
  readonly hasFactor?: boolean;
}

/** Returns the roles of a user that are effective in a session. */
export const effectiveRolesOf = (
  state: State,
  id: UserId,
  { now, sessionId, ...given }: Viewpoint,
): readonly Role[] => {
  const { hasFactor = sessionId !== undefined && state.sessions.get(sessionId)?.hasFactor === true } = given;
  return rolesInForceOf(state, id, now).filter((role) => isEffective(pathConditions.role, { ...role, hasFactor }));
};

/** Returns the key of a permission of a role in `State.permissionConditions`. */
export const permissionLinkOf = (roleId: RoleId, permissionId: PermissionId): string => `${roleId} ${permissionId}`;

const conditionOf = ({ permissionConditions }: State, roleId: RoleId, permissionId: PermissionId): Condition | null =>
  permissionConditions.get(permissionLinkOf(roleId, permissionId)) ?? null;

/** Returns the permissions of a role with their conditions. */
export const permissionGrantsOf = (state: State, roleId: RoleId): readonly PermissionGrant[] =>
  linksOf(state.rolePermissions, roleId).map((permissionId) => ({
    permissionId,
    condition: conditionOf(state, roleId, permissionId),
  }));

/** Returns the conditions of the permissions of a role that have one, by the id of the permission. */
export const conditionsOfRole = (state: State, roleId: RoleId): Readonly<Partial<Record<PermissionId, Condition>>> =>
  Object.fromEntries(
    linksOf(state.rolePermissions, roleId).flatMap((id) => {
      const condition = conditionOf(state, roleId, id);
      return condition === null ? [] : [[id, condition]];
    }),
  );

/**
 * Returns the enabled permissions that the roles of `effectiveRolesOf` grant without a condition, without duplicates.
 */
export function effectivePermissionsOf(state: State, id: UserId, viewpoint: Viewpoint): readonly Permission[] {
  const held = effectiveRolesOf(state, id, viewpoint).flatMap((role) =>
    linksOf(state.rolePermissions, role.id).filter((each) =>
      isEffective(pathConditions.link, { condition: conditionOf(state, role.id, each) }),
    ),
  );
  return rowsOf(state.permissions, [...new Set(held)]).filter((permission) =>
    isEffective(pathConditions.permission, permission),
  );
}

/** Returns the menus that the roles of `effectiveRolesOf` grant, including disabled menus. */
export const grantedMenusOf = (state: State, id: UserId, viewpoint: Viewpoint): readonly Menu[] =>
  rowsOf(
    state.menus,
    effectiveRolesOf(state, id, viewpoint).flatMap((role) => linksOf(state.roleMenus, role.id)),
  );

export const codesOf = (things: readonly { readonly code: string }[]): readonly string[] =>
  things.map(({ code }) => code).toSorted();

const openedCodesOf = (state: State, userId: UserId, viewpoint: Viewpoint): readonly string[] =>
  codesOf(effectivePermissionsOf(state, userId, viewpoint));

/** Returns the permissions to read resources that open routes to the user in the session. */
export const readsOf = (state: State, userId: UserId, viewpoint: Viewpoint): readonly string[] =>
  openedCodesOf(state, userId, viewpoint).filter((code) => readsOwn(code) || readPermissions.includes(code));

/** Whether a code is that of the permission to read a resource of another package. */
const readsOwn = (code: string): boolean => /\..*\.read$/.test(code);

/** Returns those of the codes that open routes to the user in the session. */
export const heldCodesOf = (
  state: State,
  userId: UserId,
  viewpoint: Viewpoint,
  asked: { readonly roles: readonly string[]; readonly permissions: readonly string[] },
): Pick<Grants, 'roles' | 'permissions'> => ({
  roles: codesOf(effectiveRolesOf(state, userId, viewpoint)).filter((code) => asked.roles.includes(code)),
  permissions: openedCodesOf(state, userId, viewpoint).filter((code) => asked.permissions.includes(code)),
});

/** Returns the permissions to read resources of other packages that the user holds under a condition. */
export const conditionalReadsOf = (state: State, userId: UserId, viewpoint: Viewpoint): readonly ConditionalGrant[] => {
  const codes = [...state.permissions.values()].map(({ code }) => code);
  return conditionalGrantsOf(state, userId, viewpoint, codes.filter(readsOwn));
};

/** Returns those of the codes that open routes to the user in the session under a condition. */
export const conditionalGrantsOf = (
  state: State,
  userId: UserId,
  viewpoint: Viewpoint,
  codes: readonly string[],
): readonly ConditionalGrant[] => {
  const attributes = state.users.get(userId)?.attributes ?? {};
  return effectiveRolesOf(state, userId, viewpoint).flatMap((role) =>
    rowsOf(state.permissions, linksOf(state.rolePermissions, role.id)).flatMap((permission) => {
      const condition = conditionOf(state, role.id, permission.id);
      const opens = pathConditions.permission.every(({ holds }) => holds(permission));
      const { code } = permission;
      return condition !== null && opens && codes.includes(code) ? [{ code, condition, attributes }] : [];
    }),
  );
};

export const summaryOf = ({ id, code, name, status, requiresFactor }: Role): RoleSummary => ({
  id,
  code,
  name,
  status,
  requiresFactor,
});
