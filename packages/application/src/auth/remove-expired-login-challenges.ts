import type { UpdateDependencies } from '../dependencies.ts';

/**
 * Maximum number of challenges that one transaction removes. It is small, so that requests do not wait noticeably for
 * locked rows.
 */
const batch = 1000;

/**
 * Removes one batch of expired challenges.
 * @returns the number of removed challenges; 0 when none are left or another process is removing them
 */
export const removeExpiredLoginChallenges =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired login challenges'))) return 0;
      return tx.loginChallenges.removeExpired(clock.now(), batch);
    });

export type RemoveExpiredLoginChallenges = ReturnType<typeof removeExpiredLoginChallenges>;
