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
  /** The whole new role set, even when empty; absent: roles stay and nothing is recorded. */
  readonly roleIds?: readonly RoleId[] | undefined;
}

/**
 * Changes a user, and its roles through the role-setting operation, all or nothing.
 * @throws {BusinessError} user-not-found, username-unacceptable, email-taken, username-taken, unknown-roles,
 * last-administrator
 */
export const updateUser =
  (use: CreateDependencies) =>
  ({ actor, userId, change, roleIds }: UpdateUserInput): Promise<void> => {
    const { work, clock } = use;
    return work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      checkChangedUsername(user, change);
      await tx.users.save({ ...user, ...change, updatedAt: clock.now() });
      if (roleIds !== undefined) await setUserRolesWithin(tx, use, { actor, userId, roleIds });
      // Every transaction takes this lock last, so none that waits for it can hold up the one that has it.
      if (change.status === disabled) await requireRemainingAdmin(tx);
    });
  };

export type UpdateUser = ReturnType<typeof updateUser>;
