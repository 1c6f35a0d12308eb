import type { UpdateDependencies } from '../dependencies.ts';

/** Maximum number of links that one transaction removes. */
const batch = 1000;

/**
 * Removes one batch of expired preview links.
 * @returns the number of removed links; 0 when none are left or another process is removing them
 */
export const removeExpiredPreviewLinks =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired preview links'))) return 0;
      return tx.previewLinks.removeExpired(clock.now(), batch);
    });

export type RemoveExpiredPreviewLinks = ReturnType<typeof removeExpiredPreviewLinks>;
