import { knownAddressMs } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

/**
 * Maximum number of login addresses that one transaction removes. It is small, so that logins do not wait noticeably
 * for locked rows.
 */
const batch = 1000;

/**
 * Removes one batch of old login addresses: the client networks from which a user has not logged in for
 * `knownAddressMs`.
 * @returns the number of removed login addresses; 0 when none are left or another process is removing them
 */
export const removeOldLoginAddresses =
  ({ work, clock }: UpdateDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove old login addresses'))) return 0;
      return tx.loginAddresses.removeOld(new Date(clock.now().getTime() - knownAddressMs), batch);
    });

export type RemoveOldLoginAddresses = ReturnType<typeof removeOldLoginAddresses>;
