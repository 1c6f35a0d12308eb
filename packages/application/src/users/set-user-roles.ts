import {
  BusinessError,
  removesAdminRole,
  missingIds,
  replaceLinks,
  rolesSetRecord,
  type Actor,
  type RoleId,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface SetUserRolesInput {
  readonly actor: Actor;
  readonly userId: UserId;
  /** The new set of roles. An empty list removes all of them. */
  readonly roleIds: readonly RoleId[];
}

/**
 * Replaces the roles of a user and writes an audit record.
 * @returns the new set, sorted
 * @throws {BusinessError} unknown-user, unknown-roles, last-administrator
 */
export const setUserRoles =
  (deps: CreateDependencies) =>
  (input: SetUserRolesInput): Promise<readonly RoleId[]> =>
    deps.work.run((tx) => setUserRolesWithin(tx, deps, input));

export type SetUserRoles = ReturnType<typeof setUserRoles>;

/**
 * Does the same as `setUserRoles` within a transaction of the caller. Every use case that changes roles calls it, so
 * that all changes are validated and audited in the same way. The user is locked, so that in the audit records of
 * concurrent changes each `before` equals the previous `after`.
 */
export async function setUserRolesWithin(
  tx: Transaction,
  { clock, ids }: Pick<CreateDependencies, 'clock' | 'ids'>,
  { actor, userId, roleIds }: SetUserRolesInput,
): Promise<readonly RoleId[]> {
  const user = await tx.users.lock(userId);
  const [existing, before] = await Promise.all([tx.roles.existingIds(roleIds), tx.users.rolesOf(userId)]);
  if (user === undefined) throw unknownUser(userId, missingIds(roleIds, existing));
  const change = replaceLinks({ before, requested: roleIds, existing }, 'unknown-roles', 'role');
  await tx.users.setRoles(userId, change);
  await tx.audit.add(rolesSetRecord({ id: ids.next(), actor, userId, change, at: clock.now() }));
  if (removesAdminRole(change.before, change.after)) await requireRemainingAdmin(tx);
  return change.after;
}

/** @throws {BusinessError} last-administrator, when the changes so far leave no enabled user with ADMIN */
export async function requireRemainingAdmin(tx: Transaction): Promise<void> {
  if ((await tx.users.lockAdministration()).active) return;
  throw new BusinessError(
    'last-administrator',
    'The last administrator cannot be removed, disabled or stripped of the role.',
  );
}

function unknownUser(userId: UserId, missing: readonly RoleId[]): BusinessError {
  const roles = missing.length > 0 ? `; unknown role ids: ${missing.join(', ')}` : '';
  return new BusinessError('unknown-user', `Unknown user id: ${userId}${roles}`, {
    missingIds: [userId, ...missing],
  });
}
