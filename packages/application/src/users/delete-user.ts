import { BusinessError, present, type Actor, type UserId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { keepAnAdministrator } from './set-user-roles.ts';

export interface DeleteUserInput {
  readonly actor: Actor;
  readonly userId: UserId;
}

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Removes an account with its sessions and role links; what it wrote and what is audited stay. */
export class DeleteUser {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: self-deletion, user-not-found, last-administrator. */
  async execute({ actor, userId }: DeleteUserInput): Promise<void> {
    if (actor.id === userId) throw new BusinessError('self-deletion', 'You cannot delete your own account.');
    await this.#use.work.run(async (tx) => {
      present(await tx.users.lock(userId), 'user-not-found');
      await tx.users.remove(userId);
      await keepAnAdministrator(tx);
    });
  }
}
