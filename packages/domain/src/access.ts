import { BusinessError } from './errors.ts';

/** What an operation asks of its caller (specification, sections 5.5 to 5.8). */
export interface Requirement {
  /** Role codes of which the caller must hold at least one. */
  readonly anyRole?: readonly string[];
  /** Permission codes all of which the caller must hold through roles: ADMIN is no exception. */
  readonly allPermissions?: readonly string[];
}

/** Of what was asked, what a live caller holds now: codes of enabled roles, and enabled permissions through them. */
export interface Standing {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/**
 * Role check, then permission check; the first failure ends the request (specification, section 5.3).
 * Refuses: role-required, permission-required.
 */
export function requireAccess({ anyRole = [], allPermissions = [] }: Requirement, standing: Standing): void {
  if (anyRole.length > 0 && !anyRole.some((code) => standing.roles.includes(code))) {
    throw new BusinessError('role-required', 'Your roles do not allow this.');
  }
  if (!allPermissions.every((code) => standing.permissions.includes(code))) {
    throw new BusinessError('permission-required', 'Your permissions do not allow this.');
  }
}
