import type { UpdateDependencies } from '../dependencies.ts';

/** So few that nobody waits for the statement that removes them. */
const batch = 1000;

/**
 * Removes what is left of sessions that have ended by themselves. Removes one batch.
 * @returns how many it removed: none, where none is left or another process is at it
 */
export const removeExpiredSessions =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      const isMine = await tx.claim('remove expired sessions');
      return isMine ? tx.sessions.removeExpired(clock.now(), batch) : 0;
    });

export type RemoveExpiredSessions = ReturnType<typeof removeExpiredSessions>;
