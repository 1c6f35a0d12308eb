import { present, type SessionId, type UserId } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface EndUserSessionInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** An administrator ends one session of a user, which may be the administrator's own. */
export class EndUserSession {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} user-not-found; session-not-found, also for a live session of another user */
  execute({ userId, sessionId }: EndUserSessionInput): Promise<void> {
    const { work, clock } = this.#use;
    return work.run(async (tx) => {
      present(await tx.users.lock(userId), 'user-not-found');
      const hasEnded = await tx.sessions.endLive(userId, sessionId, clock.now());
      present(hasEnded || undefined, 'session-not-found');
    });
  }
}
