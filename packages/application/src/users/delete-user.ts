import { BusinessError, orNotFound, type Actor, type UserId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';
import { requireRemainingAdmin } from './set-user-roles.ts';

export interface DeleteUserInput {
  readonly actor: Actor;
  readonly userId: UserId;
}

/**
 * Removes an account with its sessions and role links. Its contents and its audit records stay.
 * @throws {BusinessError} self-deletion, user-not-found, last-administrator
 */
export const deleteUser =
  (deps: WorkDependencies) =>
  async ({ actor, userId }: DeleteUserInput): Promise<void> => {
    if (actor.id === userId) throw new BusinessError('self-deletion', 'You cannot delete your own account.');
    await deps.work.run(async (tx) => {
      orNotFound(await tx.users.lock(userId), 'user-not-found');
      await tx.users.remove(userId);
      await requireRemainingAdmin(tx);
    });
  };

export type DeleteUser = ReturnType<typeof deleteUser>;
