import { orNotFound, type SessionId, type UserId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

export interface EndUserSessionInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/**
 * An administrator ends one session of a user, which may be the administrator's own.
 * @throws {BusinessError} user-not-found; session-not-found, also for a live session of another user
 */
export const endUserSession =
  ({ work, clock }: UpdateDependencies) =>
  ({ userId, sessionId }: EndUserSessionInput): Promise<void> =>
    work.run(async (tx) => {
      orNotFound(await tx.users.lock(userId), 'user-not-found');
      const hasEnded = await tx.sessions.endLive(userId, sessionId, clock.now());
      orNotFound(hasEnded || undefined, 'session-not-found');
    });

export type EndUserSession = ReturnType<typeof endUserSession>;
