import type { UpdateDependencies } from '../dependencies.ts';

/** How long a delivery is stored after its last attempt, in milliseconds. */
const keptMs = 30 * 24 * 3_600_000;
/** Maximum number of deliveries that one transaction removes. */
const batch = 1000;

/**
 * Removes one batch of deliveries that ended at least 30 days ago.
 * @returns the number of removed deliveries; 0 when none are left or another process is removing them
 */
export const removeEndedDeliveries =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove ended deliveries'))) return 0;
      return tx.deliveries.removeEnded(new Date(clock.now().getTime() - keptMs), batch);
    });

export type RemoveEndedDeliveries = ReturnType<typeof removeEndedDeliveries>;
