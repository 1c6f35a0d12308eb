import { orNotFound, type Actor, type SessionId } from '@portcullis/domain';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordSessionsEnded } from './record-sessions-ended.ts';

export interface EndSessionInput {
  readonly actor: Actor;
  readonly sessionId: SessionId;
}

/**
 * Ends one of the caller's own sessions, for example on another device.
 * @throws {BusinessError} session-not-found, also if the session belongs to another user
 */
export const endSession =
  (deps: CreateDependencies) =>
  async ({ actor, sessionId }: EndSessionInput): Promise<void> => {
    const user = { id: actor.id, username: actor.name };
    await deps.work.run(async (tx) => {
      const hasEnded = await tx.sessions.endLive(actor.id, sessionId, deps.clock.now());
      orNotFound(hasEnded || undefined, 'session-not-found');
      await recordSessionsEnded(tx, deps, { actor, user, sessionIds: [sessionId] });
    });
  };

export type EndSession = ReturnType<typeof endSession>;
