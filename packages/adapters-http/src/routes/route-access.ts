import type { Grants, Requirement } from '@portcullis/domain/internal/access/access';
import type { KeyUse } from '@portcullis/domain/internal/accounts/key-use';
import type { ReadRequirement } from '../checks/callers.ts';
import { nobody, type Access, type Privileged } from './route-spec.ts';
import type { Route } from './route.ts';

/**
 * Returns how API keys can use a route. A key passes by permissions only, so a route that requires a role refuses keys
 * unless a permission can replace the role.
 */
export function keyUseOf(access: Access & Pick<Route, 'method' | 'changesNothing'>): KeyUse {
  const use = access.method === 'GET' || access.changesNothing === true ? 'reads' : 'writes';
  if (access.access === 'optional') return use;
  if (access.access !== 'authorized') return access.access === 'authenticated' && access.acceptsKey ? use : 'refused';
  const { anyRole = [], anyPermission = [], allPermissions = [] } = access;
  return anyPermission.length > 0 || (allPermissions.length > 0 && anyRole.length === 0) ? use : 'refused';
}

/** Maximum age of the last authentication for routes with `needsOwner` or `stepUp: 'always'`, in seconds. */
const ownerMaxAge = 900;

/**
 * Returns what the access check of a route looks for.
 * @param stepUpMaxAge the maximum age of the last authentication for routes with `stepUp`, in seconds; 0 accepts any age
 */
export function requirementOf(route: Route, stepUpMaxAge: number): ReadRequirement {
  const { stepUp, needsOwner, credentials } = route;
  const ages = [
    ...(stepUp && stepUpMaxAge > 0 ? [stepUpMaxAge] : []),
    ...(needsOwner || stepUp === 'always' ? [ownerMaxAge] : []),
  ];
  return {
    ...(route.reads ? readAccessOf(route) : accessOf(route)),
    ...(ages.length > 0 && { maxAgeSeconds: Math.min(...ages) }),
    keyUse: keyUseOf(route),
    credentials,
  };
}

/**
 * Returns the roles and permissions that the access check of a route with `read` looks for. Unless the access is
 * `authorized`, every caller may read, and the check finds out which of the roles and permissions the caller has.
 */
function readAccessOf(route: Route): Requirement & Pick<ReadRequirement, 'isOptional'> {
  if (route.access === 'public') return {};
  if (route.access === 'authorized') return route;
  const { roles: anyRole, permissions: anyPermission } =
    (route.access === 'optional' ? route.editors : route.privileged) ?? nobody;
  const evaluatesConditions = route.access === 'optional' || route.privileged?.evaluatesConditions === true;
  return { anyRole, anyPermission, ...(evaluatesConditions && { evaluatesConditions }), isOptional: true };
}

/** Returns the roles and permissions that the access check of a route with `handle` looks for. */
function accessOf(route: Route): Requirement {
  const { roles, permissions, evaluatesConditions } = privilegedOf(route);
  const conditions = evaluatesConditions === true ? { evaluatesConditions } : {};
  if (route.access !== 'authorized') return { anyRole: roles, anyPermission: permissions, ...conditions };
  if (route.privileged === undefined) return route;
  const { anyRole = [], anyPermission = [], allPermissions = [] } = route;
  return {
    anyRole: [...anyRole, ...roles],
    anyPermission: [...anyPermission, ...allPermissions, ...permissions],
    ...conditions,
  };
}

const privilegedOf = (route: Route): Privileged =>
  (route.access === 'authenticated' || route.access === 'authorized' ? route.privileged : undefined) ?? nobody;

/** Whether the caller holds one of the roles and permissions in `privileged` of the route. */
export function holdsPrivilege(route: Route, grants: Grants): boolean {
  const { roles, permissions } = privilegedOf(route);
  return (
    roles.some((code) => grants.roles.includes(code)) || permissions.some((code) => grants.permissions.includes(code))
  );
}
