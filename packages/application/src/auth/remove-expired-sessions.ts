import type { Clock } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** So few that nobody waits for the statement that removes them. */
const batch = 1000;

/** Removes what is left of sessions that have ended by themselves (decisions, section 0: REFRESH_IDLE_TTL). */
export class RemoveExpiredSessions {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Removes one batch. Answers how many it removed: none, where none is left or another process is at it. */
  execute(): Promise<number> {
    const { work, clock } = this.#use;
    return work.run(async (tx) => {
      const isMine = await tx.claim('remove expired sessions');
      return isMine ? tx.sessions.removeExpired(clock.now(), batch) : 0;
    });
  }
}
