import { BusinessError } from './errors.ts';

/** What an operation requires of its caller. */
export interface Requirement {
  /** Role codes of which the caller must hold at least one. */
  readonly anyRole?: readonly string[];
  /** Permission codes all of which the caller must hold through roles: ADMIN is no exception. */
  readonly allPermissions?: readonly string[];
}

/** Which of the codes asked about a live caller holds now: enabled roles, and enabled permissions through them. */
export interface Grants {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/**
 * Checks the roles, then the permissions.
 * @throws {BusinessError} role-required, permission-required
 */
export function requireAccess({ anyRole = [], allPermissions = [] }: Requirement, grants: Grants): void {
  if (anyRole.length > 0 && !anyRole.some((code) => grants.roles.includes(code))) {
    throw new BusinessError('role-required', 'Your roles do not allow this.');
  }
  if (!allPermissions.every((code) => grants.permissions.includes(code))) {
    throw new BusinessError('permission-required', 'Your permissions do not allow this.');
  }
}
