import type { UpdateDependencies } from '../dependencies.ts';

/**
 * Maximum number of sessions that one transaction removes. It is small, so that requests do not wait noticeably for
 * locked rows.
 */
const batch = 1000;

/**
 * Removes one batch of expired sessions.
 * @returns the number of removed sessions; 0 when none are left or another process is removing them
 */
export const removeExpiredSessions =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired sessions'))) return 0;
      return tx.sessions.removeExpired(clock.now(), batch);
    });

export type RemoveExpiredSessions = ReturnType<typeof removeExpiredSessions>;
