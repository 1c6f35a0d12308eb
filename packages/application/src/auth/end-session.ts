import { orNotFound, type SessionId, type UserId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

export interface EndSessionInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/**
 * Ends one of the caller's own sessions, for example one on another device. A session of another user is reported as
 * not found.
 * @throws {BusinessError} session-not-found
 */
export const endSession =
  ({ work, clock }: UpdateDependencies) =>
  async ({ userId, sessionId }: EndSessionInput): Promise<void> => {
    const hasEnded = await work.run((tx) => tx.sessions.endLive(userId, sessionId, clock.now()));
    orNotFound(hasEnded || undefined, 'session-not-found');
  };

export type EndSession = ReturnType<typeof endSession>;
