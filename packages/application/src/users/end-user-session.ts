import { orNotFound, type Actor, type SessionId, type UserId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordSessionsEnded } from '../auth/sessions/record-sessions-ended.ts';

export interface EndUserSessionInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/**
 * Ends one session of a user on behalf of an administrator. Administrators may also end one of their own sessions.
 * @throws {BusinessError} user-not-found; session-not-found, also if the session belongs to another user
 */
export const endUserSession =
  (deps: CreateDependencies) =>
  ({ actor, userId, sessionId }: EndUserSessionInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      const hasEnded = await tx.sessions.endLive(userId, sessionId, deps.clock.now());
      orNotFound(hasEnded || undefined, 'session-not-found');
      await recordSessionsEnded(tx, deps, { actor, user, sessionIds: [sessionId] });
    });

export type EndUserSession = ReturnType<typeof endUserSession>;
