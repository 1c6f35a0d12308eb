import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';

/**
 * Maximum number of contents whose revisions one transaction removes. It is small, because the rows of these contents
 * stay locked until the transaction ends.
 */
const batch = 20;

/** How many of the newest revisions of each content are retained. */
export interface RevisionRetention {
  readonly keep: number;
}

interface Dependencies {
  readonly work: UnitOfWork<Uses<'revisions' | 'tryAdvisoryLock'>>;
  readonly retention: RevisionRetention;
}

/**
 * Removes old revisions of one batch of contents. The first revision, every PUBLISH revision and the newest revisions
 * of each content are retained.
 * @returns the number of removed revisions; 0 when none are left, or when other transactions have locked the contents
 * whose revisions remain
 */
export const removeOldRevisions =
  ({ work, retention }: Dependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove old revisions'))) return 0;
      return tx.revisions.removeOld(retention.keep, batch);
    });
