import { orNotFound, type UserId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

export interface EndUserSessionsInput {
  readonly userId: UserId;
}

/**
 * An administrator ends every session of a user.
 * @throws {BusinessError} user-not-found
 */
export const endUserSessions =
  (use: WorkDependencies) =>
  ({ userId }: EndUserSessionsInput): Promise<void> =>
    use.work.run(async (tx) => {
      orNotFound(await tx.users.lock(userId), 'user-not-found');
      await tx.sessions.endAll(userId);
    });

export type EndUserSessions = ReturnType<typeof endUserSessions>;
