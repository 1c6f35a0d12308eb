import type { UpdateDependencies } from '../dependencies.ts';

/** Challenges removed per transaction, so few that requests do not wait noticeably for the locked rows. */
const batch = 1000;

/**
 * Removes one batch of the challenges that have expired.
 * @returns the number removed; 0 when none are left or another process is removing them
 */
export const removeExpiredLoginChallenges =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired login challenges'))) return 0;
      return tx.loginChallenges.removeExpired(clock.now(), batch);
    });

export type RemoveExpiredLoginChallenges = ReturnType<typeof removeExpiredLoginChallenges>;
