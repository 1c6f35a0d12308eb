import type { Requirement } from '@portcullis/domain/internal/access';
import type { CallerRequirement } from '../checks/callers.ts';
import { nobody, type Privileged } from '../routes/route-spec.ts';
import type { Route } from '../routes/route.ts';

/** Maximum age of the last authentication for routes with `needsOwner` or `stepUp: 'always'`, in seconds. */
const ownerMaxAge = 900;

/** Returns the roles and permissions that the access check of a route with `handle` looks for. */
export function accessOf(route: Route): Requirement {
  const { roles, permissions } = privilegedOf(route);
  if (route.access !== 'authorized') return { anyRole: roles, anyPermission: permissions };
  if (route.privileged === undefined) return route;
  const { anyRole = [], anyPermission = [], allPermissions = [] } = route;
  const all = [...anyPermission, ...allPermissions, ...permissions];
  return { anyRole: [...anyRole, ...roles], anyPermission: all };
}

export const privilegedOf = (route: Route): Privileged =>
  (route.access === 'authenticated' || route.access === 'authorized' ? route.privileged : undefined) ?? nobody;

/**
 * Returns how old the last authentication may be for a route.
 * @param stepUpMaxAge the maximum age for routes with `stepUp`, in seconds; 0 accepts any age
 */
export function ageLimitOf({ stepUp, needsOwner }: Route, stepUpMaxAge = 0): Pick<CallerRequirement, 'maxAgeSeconds'> {
  const limits = [
    ...(stepUp && stepUpMaxAge > 0 ? [stepUpMaxAge] : []),
    ...(needsOwner || stepUp === 'always' ? [ownerMaxAge] : []),
  ];
  return limits.length === 0 ? {} : { maxAgeSeconds: Math.min(...limits) };
}
