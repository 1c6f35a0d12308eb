import {
  userEvents,
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
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

export interface SetUserRolesInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  /** The new roles of the user. An empty list removes all roles. */
  readonly roleIds: readonly RoleId[];
}

/**
 * Replaces the roles of a user and writes an audit record.
 * @returns the new roles and the new version of the user
 * @throws {BusinessError} unknown-user, version-changed, unknown-roles, last-administrator
 */
export const setUserRoles =
  (deps: CreateDependencies) =>
  (input: SetUserRolesInput): Promise<ReplacedLinks<RoleId>> =>
    deps.work.run((tx) => setUserRolesWithin(tx, deps, input));

export type SetUserRoles = ReturnType<typeof setUserRoles>;

/**
 * Does the same as `setUserRoles` within the caller's transaction. Use cases that set the roles of an existing user
 * call this function, so that their changes are validated and audited in the same way. The user is locked, so that
 * concurrent changes are made one after another. In each audit record, `before` therefore equals `after` of the user's
 * previous record, unless a role was deleted in between.
 */
export async function setUserRolesWithin(
  tx: Transaction,
  deps: EventDependencies,
  { actor, userId, roleIds, ifMatch }: SetUserRolesInput,
): Promise<ReplacedLinks<RoleId>> {
  // Roles are locked before the user, in the same order as when a role is removed, to avoid a deadlock. The calls are
  // sent in one batch. A lock is acquired before any later call runs, so `rolesOf` reads the roles of the locked user.
  const [existing, user, before] = await Promise.all([
    tx.roles.existingIds(roleIds),
    tx.users.lock(userId),
    tx.users.rolesOf(userId),
  ]);
  if (user === undefined) throw unknownUser(userId, missingIds(roleIds, existing));
  requireVersion(user, ifMatch);
  const change = replaceLinks({ before, requested: roleIds, existing }, 'unknown-roles', 'role');
  const { clock, ids } = deps;
  // A sign-in at a provider assigns roles to its own user. Only another user confirms an account by giving it a role.
  const confirms = actor.id !== userId && change.after.some((id) => !change.before.includes(id));
  // These statements are sent in one batch. If the first statement fails, the transaction is aborted, and the other
  // statements fail too.
  const [version] = await Promise.all([
    tx.users.setRoles(userId, change),
    tx.audit.add(rolesSetRecord({ id: ids.next(), actor, userId, change, at: clock.now() })),
    recordEvent(tx, deps, {
      event: userEvents.rolesChanged,
      actor,
      subject: { id: userId, username: user.username },
      before: { roleIds: change.before },
      after: { roleIds: change.after },
    }),
    confirms ? tx.users.confirm(userId) : undefined,
  ]);
  if (removesAdminRole(change.before, change.after)) await requireRemainingAdmin(tx);
  return { after: change.after, version };
}

/**
 * Checks that this transaction leaves an active administrator. Call this function after the changes, and after all
 * other locks have been acquired.
 * @throws {BusinessError} last-administrator, if the changes of this transaction leave no active user with the role
 * ADMIN
 */
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
