import type { UpdateDependencies } from '../dependencies.ts';

/** How long an expired link is kept, in milliseconds. Until then it is refused as expired, afterwards as not valid. */
const keptMs = 24 * 3_600_000;
/** Maximum number of links that one transaction removes. */
const batch = 1000;

/**
 * Removes one batch of the links in mails that expired a day ago or earlier.
 * @returns the number removed; 0 when none are left or another process is removing them
 */
export const removeExpiredMailLinks =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired mail links'))) return 0;
      return tx.mailLinks.removeExpired(new Date(clock.now().getTime() - keptMs), batch);
    });

export type RemoveExpiredMailLinks = ReturnType<typeof removeExpiredMailLinks>;
