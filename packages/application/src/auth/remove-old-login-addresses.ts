import { knownAddressMs } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

/** Addresses removed by one statement: few enough that no login waits noticeably for their rows. */
const batch = 1000;

/**
 * Removes addresses from which a user has not logged in for so long that they are no longer known ones. Removes one
 * batch.
 * @returns the number removed; 0 when none are left or another process is removing them
 */
export const removeOldLoginAddresses =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove old login addresses'))) return 0;
      return tx.loginAddresses.removeOld(new Date(clock.now().getTime() - knownAddressMs), batch);
    });

export type RemoveOldLoginAddresses = ReturnType<typeof removeOldLoginAddresses>;
