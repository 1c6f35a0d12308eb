import {
  userEvents,
  changedUser,
  checkChangedEmail,
  checkChangedUsername,
  disabled,
  isSameAddress,
  orNotFound,
  type Actor,
  type RoleId,
  type UserChange,
  type UserId,
} from '@portcullis/domain';
import { changeEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import { endSessions } from '../auth/sessions/end-sessions.ts';
import { removeMailLinks } from '../mail-links/remove-mail-links.ts';
import { requireRemainingAdmin, setUserRoles } from '../roles/set-user-roles.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface UpdateUserInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly change: UserChange;
  /**
   * The new roles of the user, which may be an empty list. If absent, the roles do not change, and no audit record is
   * written.
   */
  readonly roleIds?: readonly RoleId[] | undefined;
}

/**
 * Changes the fields of a user in one transaction. If `roleIds` is given, the roles of the user are also replaced. The
 * sessions of a user who is disabled end, so that they do not continue when the user is enabled again.
 * @throws {BusinessError} user-not-found, version-changed, username-unacceptable, email-unacceptable, email-taken,
 * username-taken, unknown-roles, last-administrator
 */
export const updateUser = inTransaction(
  async (
    tx: Uses<'users' | 'sessions' | 'mailLinks' | 'loginChallenges' | 'roles' | 'audit' | 'events'>,
    deps,
    { actor, userId, change, roleIds, ifMatch }: UpdateUserInput,
  ): Promise<void> => {
    // `existingIds` locks the roles. The calls run in this order, so the roles are locked before the user, as when a
    // role is removed. This avoids a deadlock.
    const [, found] = await Promise.all([tx.roles.existingIds(roleIds ?? []), tx.users.lock(userId)]);
    const stored = orNotFound(found, 'user-not-found');
    const isDisabled = change.status === disabled;
    const recorded = { event: userEvents.updated, actor, stored, ifMatch };
    const { after: user } = await changeEntity(tx, deps, recorded, async (allow) => {
      checkChangedUsername(stored, change);
      checkChangedEmail(stored, change);
      const changed = changedUser(stored, change, deps.clock.now());
      await tx.users.save(allow(changed));
      // An account may be disabled because somebody else uses it. A pending change of the e-mail address may have been
      // requested by this person, so the change is cancelled.
      if (isDisabled) await tx.mailLinks.removeOf(userId, 'email-change');
      if (!isSameAddress(changed.email, stored.email)) await removeMailLinks(tx, userId);
      return { subject: changed, before: stored, after: changed };
    });
    if (isDisabled) {
      await tx.loginChallenges.removeOf(userId);
      await endSessions(tx, deps, { actor, user }, (allow) => tx.sessions.endAll(allow(userId)));
    }
    if (roleIds !== undefined) await setUserRoles.within(tx, deps, { actor, userId, roleIds });
    // `requireRemainingAdmin` locks the assignment of the role ADMIN. This lock is acquired last. A transaction that
    // holds it therefore does not wait for another transaction, so no deadlock can occur.
    if (isDisabled) await requireRemainingAdmin(tx);
  },
);
