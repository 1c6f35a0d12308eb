import { present, type SessionId, type UserId } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface EndSessionInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Ends one of the caller's own sessions, on another device perhaps. */
export class EndSession {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Another user's session does not exist for the caller. Refuses: session-not-found. */
  async execute({ userId, sessionId }: EndSessionInput): Promise<void> {
    const { work, clock } = this.#use;
    const hasEnded = await work.run((tx) => tx.sessions.endLive(userId, sessionId, clock.now()));
    present(hasEnded || undefined, 'session-not-found');
  }
}
