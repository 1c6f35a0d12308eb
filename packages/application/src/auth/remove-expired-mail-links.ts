import type { UpdateDependencies } from '../dependencies.ts';

/**
 * How long an expired link is stored, in milliseconds. A client that uses the link gets the error mail-link-expired
 * while the link is stored, and mail-link-invalid afterwards.
 */
const keptMs = 24 * 3_600_000;
/** Maximum number of links that one transaction removes. */
const batch = 1000;

/**
 * Removes one batch of mail links that expired at least one day ago.
 * @returns the number of removed links; 0 when none are left or another process is removing them
 */
export const removeExpiredMailLinks =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired mail links'))) return 0;
      return tx.mailLinks.removeExpired(new Date(clock.now().getTime() - keptMs), batch);
    });

export type RemoveExpiredMailLinks = ReturnType<typeof removeExpiredMailLinks>;
