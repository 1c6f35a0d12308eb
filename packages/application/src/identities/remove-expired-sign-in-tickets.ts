import type { UpdateDependencies } from '../dependencies.ts';

/** Tickets removed per transaction. */
const batch = 1000;

/**
 * Removes one batch of the tickets that have expired.
 * @returns the number removed; 0 when none are left or another process is removing them
 */
export const removeExpiredSignInTickets =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove expired sign-in tickets'))) return 0;
      return tx.signInTickets.removeExpired(clock.now(), batch);
    });

export type RemoveExpiredSignInTickets = ReturnType<typeof removeExpiredSignInTickets>;
