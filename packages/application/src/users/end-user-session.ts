import { orNotFound, type SessionId, type UserId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

export interface EndUserSessionInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/**
 * Ends one session of a user on behalf of an administrator, who may be the same user.
 * @throws {BusinessError} user-not-found; session-not-found, also if the session belongs to another user
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
