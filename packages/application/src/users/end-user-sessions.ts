import { orNotFound, type UserId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

export interface EndUserSessionsInput {
  readonly userId: UserId;
}

/**
 * Ends every session of a user on behalf of an administrator.
 * @throws {BusinessError} user-not-found
 */
export const endUserSessions =
  (deps: WorkDependencies) =>
  ({ userId }: EndUserSessionsInput): Promise<void> =>
    deps.work.run(async (tx) => {
      orNotFound(await tx.users.lock(userId), 'user-not-found');
      await tx.sessions.endAll(userId);
    });

export type EndUserSessions = ReturnType<typeof endUserSessions>;
