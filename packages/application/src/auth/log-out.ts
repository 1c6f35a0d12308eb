import type { Actor, SessionId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { sessionsEnded } from './sessions-ended.ts';

export interface LogOutInput {
  readonly actor: Actor;
  readonly sessionId: SessionId;
  /** Whether to end every session of the user instead of this one. */
  readonly all: boolean;
}

/**
 * Ends a session: its access and refresh tokens stop working on the next request. With all sessions, a waiting change of
 * the e-mail address is given up.
 */
export const logOut =
  (deps: CreateDependencies) =>
  ({ actor, sessionId, all }: LogOutInput): Promise<void> =>
    deps.work.run(async (tx) => {
      if (all) {
        await tx.users.lock(actor.id);
        // Somebody in a session that is ended here may have requested the change of the address.
        await tx.mailLinks.removeOf(actor.id, 'email-change');
      } else await tx.sessions.end(sessionId);
      const sessionIds = all ? await tx.sessions.endAll(actor.id) : [sessionId];
      await sessionsEnded(tx, deps, { actor, user: { id: actor.id, username: actor.name }, sessionIds });
    });

export type LogOut = ReturnType<typeof logOut>;
