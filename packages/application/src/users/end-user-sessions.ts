import { orNotFound, type Actor, type UserId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { sessionsEnded } from '../auth/sessions-ended.ts';

export interface EndUserSessionsInput {
  readonly actor: Actor;
  readonly userId: UserId;
}

/**
 * Ends every session of a user on behalf of an administrator. A waiting change of the e-mail address is given up.
 * @throws {BusinessError} user-not-found
 */
export const endUserSessions =
  (deps: CreateDependencies) =>
  ({ actor, userId }: EndUserSessionsInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      // Somebody in a session that is ended here may have requested the change of the address.
      await tx.mailLinks.removeOf(userId, 'email-change');
      await sessionsEnded(tx, deps, { actor, user, sessionIds: await tx.sessions.endAll(userId) });
    });

export type EndUserSessions = ReturnType<typeof endUserSessions>;
