import { present, type UserId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface EndUserSessionsInput {
  readonly userId: UserId;
}

interface Dependencies {
  readonly work: UnitOfWork;
}

/** An administrator ends every session of a user. */
export class EndUserSessions {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} user-not-found */
  execute({ userId }: EndUserSessionsInput): Promise<void> {
    return this.#use.work.run(async (tx) => {
      present(await tx.users.lock(userId), 'user-not-found');
      await tx.sessions.endAll(userId);
    });
  }
}
