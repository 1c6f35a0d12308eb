import type { SessionId, UserId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

export interface LogOutInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Whether to end every session of the user instead of this one. */
  readonly all: boolean;
}

/** Ends a session: its access and refresh tokens stop working on the next request. */
export const logOut =
  (deps: WorkDependencies) =>
  ({ userId, sessionId, all }: LogOutInput): Promise<void> =>
    deps.work.run(async (tx) => {
      if (!all) return tx.sessions.end(sessionId);
      await tx.users.lock(userId);
      return tx.sessions.endAll(userId);
    });

export type LogOut = ReturnType<typeof logOut>;
