import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { rolesSetRecord } from '@portcullis/domain/internal/events/audit-record';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { RoleId, UserId } from '@portcullis/domain/internal/shared/ids';
import { missingIds, replaceLinks, type ReplacedLinks } from '@portcullis/domain/internal/shared/replace-links';
import {
  changedPeriods,
  grantOf,
  limitsAdminRole,
  recordedGrants,
  withRoles,
  type RoleGrant,
} from '@portcullis/domain/internal/roles/role-grant';
import { userEvents } from '@portcullis/domain/internal/accounts/user';
import { changeEntity, type EventDependencies, inTransaction } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** What `setUserRoles` needs. */
export interface SetUserRolesInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  /** The new roles of the user. An empty list removes all roles. */
  readonly roleIds: readonly RoleId[];
}

/**
 * Replaces the roles of a user and writes an audit record. Roles that the user keeps keep their periods; new roles have
 * neither beginning nor end. Use cases that set the roles of an existing user call `setUserRoles.within`, so that their
 * changes are validated and audited in the same way.
 * @returns the new roles and the new version of the user
 * @throws {BusinessError} unknown-user, version-changed, unknown-roles, last-administrator
 */
export const setUserRoles = inTransaction(replaceUserRoles);

/** The roles that a user now has, and the new version number of the user. */
export interface ReplacedRoles extends ReplacedLinks<RoleId> {
  /** The same roles with their periods, in the same order. */
  readonly grants: readonly RoleGrant[];
}

/**
 * Replaces the roles of a user and writes an audit record. The user is locked, so that concurrent changes are made one
 * after another. In each audit record, `before` therefore equals `after` of the user's previous record, unless a role
 * was deleted in between.
 * @param periods the periods of these roles; roles without a period in this list get it from `withRoles`
 * @throws {BusinessError} unknown-user, version-changed, unknown-roles, last-administrator
 */
export async function replaceUserRoles(
  tx: Uses<'users' | 'roles' | 'audit' | 'events'>,
  deps: EventDependencies,
  { actor, userId, roleIds, ifMatch }: SetUserRolesInput,
  periods: readonly RoleGrant[] = [],
): Promise<ReplacedRoles> {
  const existing = await tx.roles.existingIds(roleIds);
  // Only the first statement locks. The other one is sent together with it and runs after it.
  const [stored, before] = await Promise.all([tx.users.lock(userId), tx.users.grantsOf(userId)]);
  if (stored === undefined) throw unknownUser(userId, missingIds(roleIds, existing));
  const recorded = { event: userEvents.rolesChanged, actor, stored, ifMatch };
  const { links, grants, version } = await changeEntity(tx, deps, recorded, async (allow) => {
    const heldIds = before.map(({ roleId }) => roleId);
    const change = replaceLinks({ before: heldIds, requested: roleIds, existing }, 'unknown-roles', 'role');
    const after = withRoles(before, change.after).map((grant) => grantOf(periods, grant.roleId) ?? grant);
    const changed = changedPeriods(before, after);
    // A sign-in at a provider assigns roles to its own user. Only another user confirms an account by giving it a role.
    const confirms = actor.id !== userId && change.after.some((id) => !change.before.includes(id));
    await tx.audit.add(rolesSetRecord({ id: deps.ids.next(), actor, userId, change, at: deps.clock.now() }));
    // The user is locked already, so these statements can be sent together. They run in this order.
    const [, , newVersion] = await Promise.all([
      tx.users.setRoles(allow(userId), change),
      changed.length > 0 ? tx.users.setGrantPeriods(allow(userId), changed) : undefined,
      tx.users.setUpdatedAt(allow(userId), deps.clock.now()),
    ]);
    if (confirms) await tx.users.confirm(userId);
    return {
      links: change,
      grants: after,
      version: newVersion,
      before: { roleIds: change.before, roleGrants: recordedGrants(before) },
      after: { roleIds: change.after, roleGrants: recordedGrants(after) },
    };
  });
  if (limitsAdminRole(before, grants)) await requireRemainingAdmin(tx);
  return { after: links.after, grants, version };
}

/**
 * Checks that this transaction leaves an active administrator. Call this function after the changes, and after all
 * other locks have been acquired.
 * @throws {BusinessError} last-administrator, if the changes of this transaction leave no active user who has the role
 * ADMIN now and without end
 */
export async function requireRemainingAdmin(tx: Uses<'users'>): Promise<void> {
  if ((await tx.users.lockAdministration()).active) return;
  throw new BusinessError(
    'last-administrator',
    'At least one enabled administrator must remain whose role has no end.',
  );
}

function unknownUser(userId: UserId, missing: readonly RoleId[]): BusinessError {
  const roles = missing.length > 0 ? `; unknown role ids: ${missing.join(', ')}` : '';
  return new BusinessError('unknown-user', `Unknown user id: ${userId}${roles}`, {
    missingIds: [userId, ...missing],
  });
}
