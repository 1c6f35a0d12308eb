import type { UpdateDependencies } from '../dependencies.ts';

/** Challenges removed per transaction, so few that requests do not wait noticeably for the locked rows. */
const batch = 1000;

/**
 * Removes one batch of the challenges that have expired.
 * @returns the number removed; 0 when none are left or another process is removing them
 */
export const removeExpiredPasskeyChallenges =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired passkey challenges'))) return 0;
      return tx.passkeyChallenges.removeExpired(clock.now(), batch);
    });

export type RemoveExpiredPasskeyChallenges = ReturnType<typeof removeExpiredPasskeyChallenges>;
