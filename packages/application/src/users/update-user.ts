import {
  checkChangedUsername,
  disabled,
  orNotFound,
  type Actor,
  type RoleId,
  type UserChange,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { requireRemainingAdmin, setUserRolesWithin } from './set-user-roles.ts';

export interface UpdateUserInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly change: UserChange;
  /** The new set of roles, which may be empty. If absent, the roles stay and nothing is audited. */
  readonly roleIds?: readonly RoleId[] | undefined;
}

/**
 * Changes the fields of a user and, if given, its roles, in one transaction.
 * @throws {BusinessError} user-not-found, username-unacceptable, email-taken, username-taken, unknown-roles,
 * last-administrator
 */
export const updateUser =
  (deps: CreateDependencies) =>
  ({ actor, userId, change, roleIds }: UpdateUserInput): Promise<void> => {
    const { work, clock } = deps;
    return work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      checkChangedUsername(user, change);
      await tx.users.save({ ...user, ...change, updatedAt: clock.now() });
      if (roleIds !== undefined) await setUserRolesWithin(tx, deps, { actor, userId, roleIds });
      // Every transaction acquires this lock last, so the one that holds it never waits for another, and no deadlock
      // can occur.
      if (change.status === disabled) await requireRemainingAdmin(tx);
    });
  };

export type UpdateUser = ReturnType<typeof updateUser>;
