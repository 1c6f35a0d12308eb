import type { UpdateDependencies } from '../dependencies.ts';

/** Maximum number of tickets that one transaction removes. */
const batch = 1000;

/**
 * Removes one batch of expired tickets.
 * @returns the number of removed tickets; 0 when none are left or another process is removing them
 */
export const removeExpiredSignInTickets =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired sign-in tickets'))) return 0;
      return tx.signInTickets.removeExpired(clock.now(), batch);
    });

export type RemoveExpiredSignInTickets = ReturnType<typeof removeExpiredSignInTickets>;
