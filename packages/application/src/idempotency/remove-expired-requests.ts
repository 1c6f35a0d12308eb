import type { UpdateDependencies } from '../dependencies.ts';

/** Maximum number of requests that one transaction removes. Their responses may have 64 KB each. */
const batch = 200;

/**
 * Removes one batch of completed requests whose responses have expired.
 * @returns the number of removed requests; 0 when none are left or another process is removing them
 */
export const removeExpiredRequests =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run((tx) => tx.completedRequests.removeExpired(clock.now(), batch));

export type RemoveExpiredRequests = ReturnType<typeof removeExpiredRequests>;
