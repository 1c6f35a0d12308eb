import { userEvents, BusinessError, type Actor, type UserId } from '@portcullis/domain';
import { removeEntity } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { requireRemainingAdmin } from '../roles/set-user-roles.ts';

export interface DeleteUserInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
}

/**
 * Removes an account together with its sessions and its links to roles. The contents and audit records of the user are
 * retained.
 * @throws {BusinessError} self-deletion, user-not-found, version-changed, last-administrator
 */
export const deleteUser =
  (deps: CreateDependencies<'users' | 'events'>) =>
  async ({ actor, userId, ifMatch }: DeleteUserInput): Promise<void> => {
    if (actor.id === userId) throw new BusinessError('self-deletion', 'You cannot delete your own account.');
    await deps.work.run(async (tx) => {
      const removal = { entities: tx.users, notFound: 'user-not-found', event: userEvents.deleted } as const;
      await removeEntity(tx, deps, { ...removal, actor, id: userId, ifMatch });
      await requireRemainingAdmin(tx);
    });
  };
