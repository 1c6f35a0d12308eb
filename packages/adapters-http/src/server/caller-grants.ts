import type { CallerReach } from '@portcullis/application/internal/reach';
import {
  reachOf,
  requireAccess,
  type AccessCondition,
  type Grants,
  type Reach,
} from '@portcullis/domain/internal/access';
import { draftReaders, editorRoles } from '@portcullis/domain/internal/built-in';
import type { AttributeTypes } from '@portcullis/domain/internal/condition-attributes';
import type { PermissionCode } from '@portcullis/domain/internal/permission';
import type { Authenticator } from '../checks/authenticator.ts';
import type { Authenticated, Caller } from '../checks/callers.ts';
import { contentChanges } from '../routes/access.ts';
import type { ConditionedResource, RouteRequest } from '../routes/calls.ts';
import type { Route } from '../routes/route.ts';
import { privilegedOf } from './route-requirement.ts';

type CallerGrants = Pick<
  NonNullable<RouteRequest['session']>,
  'requireAccess' | 'reach' | 'readableDrafts' | 'grantsOf' | 'isPrivileged'
>;

/** Returns the functions with which a handler reads and checks the roles and permissions of its caller. */
export const grantsOfCaller = (authenticator: Authenticator, route: Route, session: Authenticated): CallerGrants => ({
  requireAccess: (needed) => requireAccess(needed, session.grants),
  reach: (code, resource) => reachOfCaller(authenticator, session, code, resource),
  readableDrafts: () => readableBy(authenticator, session.caller, draftReaders),
  grantsOf: (anyPermission) =>
    authenticator.grantsOf(session.caller, { anyRole: [], anyPermission, evaluatesConditions: true }),
  isPrivileged: async () => holdsPrivilege(route, session.grants),
});

/**
 * Returns what a caller reaches with a permission. What the caller may read is part of it even if the permission has no
 * condition, because the caller is told that all other resources do not exist. Undefined: the caller reaches all.
 */
async function reachOfCaller(
  authenticator: Authenticator,
  { caller, grants }: Authenticated,
  code: PermissionCode,
  resource: ConditionedResource | undefined,
): Promise<CallerReach | undefined> {
  const changes = reachOf({ roles: editorRoles, permissions: [code] }, grants, caller.id, resource?.attributes);
  const readers = resource === undefined ? draftReaders : { roles: [], permissions: [resource.reads] };
  const isReader = resource === undefined ? !contentChanges.has(code) : code === resource.reads;
  const isEditor = reachOf({ roles: readers.roles, permissions: [] }, grants, caller.id) === true;
  if (changes === true && (isReader || isEditor)) return undefined;
  const reads = isReader ? changes : await readableBy(authenticator, caller, readers, resource?.attributes);
  return changes === true && reads === true ? undefined : { changes, reads };
}

/** Returns which resources a caller may read who has one of the roles or permissions of `readers`. */
async function readableBy(
  authenticator: Authenticator,
  caller: Caller,
  readers: AccessCondition,
  attributes?: AttributeTypes,
): Promise<Reach> {
  const { roles: anyRole, permissions: anyPermission } = readers;
  const grants = await authenticator.grantsOf(caller, { anyRole, anyPermission, evaluatesConditions: true });
  return reachOf(readers, grants, caller.id, attributes);
}

/** Whether the caller holds one of the roles and permissions in `privileged` of the route. */
function holdsPrivilege(route: Route, grants: Grants): boolean {
  const { roles, permissions } = privilegedOf(route);
  return (
    roles.some((code) => grants.roles.includes(code)) || permissions.some((code) => grants.permissions.includes(code))
  );
}
