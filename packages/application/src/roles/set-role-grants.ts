import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import type { IfMatchInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { type EventDependencies, inTransaction } from '../changes.ts';
import { replaceUserRoles } from './set-user-roles.ts';

/** What `setRoleGrants` needs. */
export interface SetRoleGrantsInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  /** The new roles of the user with their periods, each role once. An empty list removes all roles. */
  readonly grants: readonly RoleGrant[];
}

/**
 * Replaces the roles of a user and the periods in which the user has them. An audit record is written, as by
 * `setUserRoles`.
 * @returns the new roles with their periods, and the new version of the user
 * @throws {BusinessError} unknown-user, version-changed, unknown-roles, last-administrator
 */
export const setRoleGrants = inTransaction(
  (
    tx: Uses<'users' | 'roles' | 'audit' | 'events'>,
    deps: EventDependencies,
    { grants, ...input }: SetRoleGrantsInput,
  ) => replaceUserRoles(tx, deps, { ...input, roleIds: grants.map(({ roleId }) => roleId) }, grants),
);
