import type { SessionId, UserId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

export interface LogOutInput {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Every session of the user, and not this one alone. */
  readonly all: boolean;
}

/** Ends a session: its access and refresh tokens stop working on the next request. */
export const logOut =
  (use: WorkDependencies) =>
  ({ userId, sessionId, all }: LogOutInput): Promise<void> =>
    use.work.run(async (tx) => {
      if (!all) return tx.sessions.end(sessionId);
      await tx.users.lock(userId);
      return tx.sessions.endAll(userId);
    });

export type LogOut = ReturnType<typeof logOut>;
