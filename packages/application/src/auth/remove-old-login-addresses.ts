import { knownAddressMs } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Addresses removed by one statement: few enough that no login waits noticeably for their rows. */
const batch = 1000;

/** Removes addresses from which a user has not logged in for so long that they are no longer known ones. */
export class RemoveOldLoginAddresses {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Removes one batch. @returns the number removed; 0 when none are left or another process is removing them */
  execute(): Promise<number> {
    const { work, clock } = this.#use;
    return work.run(async (tx) => {
      if (!(await tx.claim('remove old login addresses'))) return 0;
      return tx.loginAddresses.removeOld(new Date(clock.now().getTime() - knownAddressMs), batch);
    });
  }
}
