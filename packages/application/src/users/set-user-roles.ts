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
  /** The whole new set; empty takes every role away. */
  readonly roleIds: readonly RoleId[];
}

/**
 * Replaces the roles of a user and records it.
 * @returns the new set, sorted
 * @throws {BusinessError} unknown-user, unknown-roles, last-administrator
 */
export const setUserRoles =
  (use: CreateDependencies) =>
  (input: SetUserRolesInput): Promise<readonly RoleId[]> =>
    use.work.run((tx) => setUserRolesWithin(tx, use, input));

export type SetUserRoles = ReturnType<typeof setUserRoles>;

/**
 * The same operation for a caller already inside a transaction: one validation and one kind of audit record for every
 * route that can change roles. The user stays locked, so that `before` and `after` of concurrent changes form one
 * chain.
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
