import type { SessionId, UserId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface LogOutInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Every session of the user, and not this one alone. */
  readonly all: boolean;
}

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Ends a session: its access and refresh tokens stop working on the next request (decisions, section 4). */
export class LogOut {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  execute({ userId, sessionId, all }: LogOutInput): Promise<void> {
    return this.#use.work.run(async (tx) => {
      if (!all) return tx.sessions.end(sessionId);
      await tx.users.lock(userId);
      return tx.sessions.endAll(userId);
    });
  }
}
