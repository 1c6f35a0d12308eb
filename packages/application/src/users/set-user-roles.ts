import {
  BusinessError,
  removesAdminRole,
  requireVersion,
  missingIds,
  replaceLinks,
  rolesSetRecord,
  type Actor,
  type RoleId,
  type UserId,
} from '@portcullis/domain';
import type { ReplacedLinks } from '../changes.ts';
import type { Conditional, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventSource } from '../record-event.ts';

export interface SetUserRolesInput extends Conditional {
  readonly actor: Actor;
  readonly userId: UserId;
  /** The new set of roles. An empty list removes all of them. */
  readonly roleIds: readonly RoleId[];
}

/**
 * Replaces the roles of a user and writes an audit record.
 * @returns the new set and the version of the user
 * @throws {BusinessError} unknown-user, version-changed, unknown-roles, last-administrator
 */
export const setUserRoles =
  (deps: CreateDependencies) =>
  (input: SetUserRolesInput): Promise<ReplacedLinks<RoleId>> =>
    deps.work.run((tx) => setUserRolesWithin(tx, deps, input));

export type SetUserRoles = ReturnType<typeof setUserRoles>;

/**
 * Does the same as `setUserRoles` within a transaction of the caller. Every use case that changes roles calls it, so
 * that all changes are validated and audited in the same way. The user is locked, so that in the audit records of
 * concurrent changes each `before` equals the previous `after`.
 */
export async function setUserRolesWithin(
  tx: Transaction,
  deps: EventSource,
  { actor, userId, roleIds, ifMatch }: SetUserRolesInput,
): Promise<ReplacedLinks<RoleId>> {
  // Roles are locked before the user, in the same order as in the removal of a role, to avoid a deadlock. The roles of
  // the user are read after the lock, because a lock is acquired before any later call runs.
  const [existing, user, before] = await Promise.all([
    tx.roles.existingIds(roleIds),
    tx.users.lock(userId),
    tx.users.rolesOf(userId),
  ]);
  if (user === undefined) throw unknownUser(userId, missingIds(roleIds, existing));
  requireVersion(user, ifMatch);
  const change = replaceLinks({ before, requested: roleIds, existing }, 'unknown-roles', 'role');
  const { clock, ids } = deps;
  // These statements are sent in one batch. If the first one fails, the transaction and thus the others fail too.
  const [version] = await Promise.all([
    tx.users.setRoles(userId, change),
    tx.audit.add(rolesSetRecord({ id: ids.next(), actor, userId, change, at: clock.now() })),
    recordEvent(tx, deps, {
      type: 'user.roles.changed',
      actor,
      subject: { type: 'user', id: userId, name: user.username },
      before: { roleIds: change.before },
      after: { roleIds: change.after },
    }),
  ]);
  if (removesAdminRole(change.before, change.after)) await requireRemainingAdmin(tx);
  return { after: change.after, version };
}

/** @throws {BusinessError} last-administrator, when the changes of this transaction leave no active holder of ADMIN */
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
