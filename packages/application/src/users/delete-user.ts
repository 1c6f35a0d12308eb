import { userEvents, requireVersion, BusinessError, orNotFound, type Actor, type UserId } from '@portcullis/domain';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { requireRemainingAdmin } from '../roles/set-user-roles.ts';
import { recordEvent } from '../record-event.ts';

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
  (deps: CreateDependencies) =>
  async ({ actor, userId, ifMatch }: DeleteUserInput): Promise<void> => {
    if (actor.id === userId) throw new BusinessError('self-deletion', 'You cannot delete your own account.');
    await deps.work.run(async (tx) => {
      const user = requireVersion(orNotFound(await tx.users.lock(userId), 'user-not-found'), ifMatch);
      const after = { affected: { contents: await tx.users.remove(userId) } };
      const subject = { id: userId, username: user.username };
      await recordEvent(tx, deps, { event: userEvents.deleted, actor, subject, before: user, after });
      await requireRemainingAdmin(tx);
    });
  };

export type DeleteUser = ReturnType<typeof deleteUser>;
