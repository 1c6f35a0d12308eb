import {
  requireVersion,
  changedUser,
  checkChangedUsername,
  disabled,
  isSameAddress,
  orNotFound,
  type Actor,
  type RoleId,
  type UserChange,
  type UserId,
} from '@portcullis/domain';
import type { Conditional, CreateDependencies } from '../dependencies.ts';
import { removeMailLinks } from '../auth/remove-mail-links.ts';
import { requireRemainingAdmin, setUserRolesWithin } from './set-user-roles.ts';
import { recordEvent } from '../record-event.ts';

export interface UpdateUserInput extends Conditional {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly change: UserChange;
  /** The new set of roles, which may be empty. If absent, the roles stay and nothing is audited. */
  readonly roleIds?: readonly RoleId[] | undefined;
}

/**
 * Changes the fields of a user and, if `roleIds` is given, the roles of the user, in one transaction.
 * @throws {BusinessError} user-not-found, version-changed, username-unacceptable, email-taken, username-taken,
 * unknown-roles, last-administrator
 */
export const updateUser =
  (deps: CreateDependencies) =>
  ({ actor, userId, change, roleIds, ifMatch }: UpdateUserInput): Promise<void> => {
    const { work, clock } = deps;
    return work.run(async (tx) => {
      // Roles are locked before the user, in the same order as in the removal of a role, to avoid a deadlock.
      const [, found] = await Promise.all([tx.roles.existingIds(roleIds ?? []), tx.users.lock(userId)]);
      const user = requireVersion(orNotFound(found, 'user-not-found'), ifMatch);
      checkChangedUsername(user, change);
      const changed = changedUser(user, change, clock.now());
      await tx.users.save(changed);
      // An address that waits for its confirmation must not replace that of an account that is disabled because somebody
      // else uses it.
      if (change.status === disabled) await tx.mailLinks.removeOf(userId, 'email-change');
      if (!isSameAddress(changed.email, user.email)) await removeMailLinks(tx, userId);
      const subject = { type: 'user', id: userId, name: changed.username } as const;
      await recordEvent(tx, deps, { type: 'user.updated', actor, subject, before: user, after: changed });
      if (roleIds !== undefined) await setUserRolesWithin(tx, deps, { actor, userId, roleIds });
      // Every transaction acquires this lock last, so a transaction that holds it never waits for another
      // transaction, and no deadlock can occur.
      if (change.status === disabled) await requireRemainingAdmin(tx);
    });
  };

export type UpdateUser = ReturnType<typeof updateUser>;
