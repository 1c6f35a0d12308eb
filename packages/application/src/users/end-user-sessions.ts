import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { UserId, SessionId } from '@portcullis/domain/internal/shared/ids';
import type { CreateDependencies } from '../dependencies.ts';
import { endSessions } from '../auth/sessions/end-sessions.ts';

/**
 * Ends all sessions of a user on behalf of an administrator. A pending change of the e-mail address is cancelled.
 * @throws {BusinessError} user-not-found
 */
export const endUserSessions =
  (deps: CreateDependencies<'users' | 'sessions' | 'mailLinks' | 'events'>) =>
  ({ actor, userId }: { readonly actor: Actor; readonly userId: UserId }): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      // A pending change of the e-mail address may have been requested by an intruder in one of the sessions that end.
      await tx.mailLinks.removeOf(userId, 'email-change');
      await endSessions(tx, deps, { actor, user }, (allow) => tx.sessions.endAll(allow(userId)));
    });

/** What `endUserSession` needs. */
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
  (deps: CreateDependencies<'users' | 'sessions' | 'events'>) =>
  ({ actor, userId, sessionId }: EndUserSessionInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      await endSessions(tx, deps, { actor, user }, async (allow) => {
        const hasEnded = await tx.sessions.endLive(allow(userId), sessionId, deps.clock.now());
        return [orNotFound(hasEnded ? sessionId : undefined, 'session-not-found')];
      });
    });
