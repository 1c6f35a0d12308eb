import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import { sessionEvents } from '@portcullis/domain/internal/accounts/session';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordChange, type Allow, type EventDependencies } from '../../changes.ts';
import type { Uses } from '../../ports/unit-of-work.ts';

/**
 * Ends one of the caller's own sessions, for example on another device.
 * @throws {BusinessError} session-not-found, also if the session belongs to another user
 */
export const endSession =
  (deps: CreateDependencies<'sessions' | 'events'>) =>
  async ({ actor, sessionId }: { readonly actor: Actor; readonly sessionId: SessionId }): Promise<void> => {
    const user = { id: actor.id, username: actor.name };
    await deps.work.run(async (tx) => {
      await endSessions(tx, deps, { actor, user }, async (allow) => {
        const hasEnded = await tx.sessions.endLive(allow(actor.id), sessionId, deps.clock.now());
        return [orNotFound(hasEnded ? sessionId : undefined, 'session-not-found')];
      });
    });
  };

/** What `logOut` needs. */
export interface LogOutInput {
  readonly actor: Actor;
  readonly sessionId: SessionId;
  /** Whether to end all sessions of the user. */
  readonly all: boolean;
}

/**
 * Ends a session, or all sessions of the user if `all` is true. The access and refresh tokens of an ended session stop
 * working on the next request. If all sessions end, a pending change of the e-mail address is cancelled.
 */
export const logOut =
  (deps: CreateDependencies<'users' | 'sessions' | 'mailLinks' | 'events'>) =>
  ({ actor, sessionId, all }: LogOutInput): Promise<void> =>
    deps.work.run(async (tx) => {
      if (all) {
        await tx.users.lock(actor.id);
        // A pending change of the e-mail address may have been requested by an intruder in one of the sessions that
        // end.
        await tx.mailLinks.removeOf(actor.id, 'email-change');
      }
      const user = { id: actor.id, username: actor.name };
      await endSessions(tx, deps, { actor, user }, async (allow) => {
        if (all) return tx.sessions.endAll(allow(actor.id));
        await tx.sessions.end(allow(sessionId));
        return [sessionId];
      });
    });

interface SessionOwner {
  readonly actor: Actor;
  /** If `username` is null, the event log adds the name. */
  readonly user: { readonly id: UserId; readonly username: string | null };
}

/**
 * Ends sessions of a user and records the event, unless no session was ended.
 * @param end ends the sessions and returns their ids
 */
export async function endSessions(
  tx: Uses<'events'>,
  source: EventDependencies,
  { actor, user }: SessionOwner,
  end: (allow: Allow) => Promise<readonly SessionId[]>,
): Promise<void> {
  await recordChange(tx, source, { event: sessionEvents.ended, actor, subject: user }, async (allow) => ({
    before: { sessionIds: await end(allow) },
    after: { sessionIds: [] },
  }));
}
