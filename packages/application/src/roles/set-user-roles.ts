import {
  userEvents,
  BusinessError,
  removesAdminRole,
  missingIds,
  replaceLinks,
  rolesSetRecord,
  type Actor,
  type RoleId,
  type UserId,
} from '@portcullis/domain';
import { changeEntity, type ReplacedLinks } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface SetUserRolesInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  /** The new roles of the user. An empty list removes all roles. */
  readonly roleIds: readonly RoleId[];
}

/**
 * Replaces the roles of a user and writes an audit record. Use cases that set the roles of an existing user call
 * `setUserRoles.within`, so that their changes are validated and audited in the same way. The user is locked, so that
 * concurrent changes are made one after another. In each audit record, `before` therefore equals `after` of the user's
 * previous record, unless a role was deleted in between.
 * @returns the new roles and the new version of the user
 * @throws {BusinessError} unknown-user, version-changed, unknown-roles, last-administrator
 */
export const setUserRoles = inTransaction(
  async (
    tx: Uses<'users' | 'roles' | 'audit' | 'events'>,
    deps,
    { actor, userId, roleIds, ifMatch }: SetUserRolesInput,
  ): Promise<ReplacedLinks<RoleId>> => {
    // Roles are locked before the user, in the same order as when a role is removed, to avoid a deadlock. The calls are
    // sent in one batch. A lock is acquired before any later call runs, so `rolesOf` reads the roles of the locked user.
    const [existing, stored, before] = await Promise.all([
      tx.roles.existingIds(roleIds),
      tx.users.lock(userId),
      tx.users.rolesOf(userId),
    ]);
    if (stored === undefined) throw unknownUser(userId, missingIds(roleIds, existing));
    const recorded = { event: userEvents.rolesChanged, actor, stored, ifMatch };
    const { links, pending } = await changeEntity(tx, deps, recorded, async (allow) => {
      const change = replaceLinks({ before, requested: roleIds, existing }, 'unknown-roles', 'role');
      // A sign-in at a provider assigns roles to its own user. Only another user confirms an account by giving it a role.
      const confirms = actor.id !== userId && change.after.some((id) => !change.before.includes(id));
      return {
        links: change,
        before: { roleIds: change.before },
        after: { roleIds: change.after },
        // These statements are sent in one batch, together with the event. If the first statement fails, the transaction
        // is aborted, and the other statements fail too.
        pending: Promise.all([
          tx.users.setRoles(allow(userId), change),
          tx.audit.add(rolesSetRecord({ id: deps.ids.next(), actor, userId, change, at: deps.clock.now() })),
          confirms ? tx.users.confirm(userId) : undefined,
        ]),
      };
    });
    const [version] = await pending;
    if (removesAdminRole(links.before, links.after)) await requireRemainingAdmin(tx);
    return { after: links.after, version };
  },
);

/**
 * Checks that this transaction leaves an active administrator. Call this function after the changes, and after all
 * other locks have been acquired.
 * @throws {BusinessError} last-administrator, if the changes of this transaction leave no active user with the role
 * ADMIN
 */
export async function requireRemainingAdmin(tx: Uses<'users'>): Promise<void> {
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
