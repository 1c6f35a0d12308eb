import type { UpdateDependencies } from '../dependencies.ts';

/** Maximum number of tickets that one transaction removes. */
const batch = 1000;

/**
 * Removes one batch of expired stream tickets.
 * @returns the number of removed tickets; 0 when none are left or another process is removing them
 */
export const removeExpiredStreamTickets =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run((tx) => tx.streamTickets.removeExpired(clock.now(), batch));

export type RemoveExpiredStreamTickets = ReturnType<typeof removeExpiredStreamTickets>;
