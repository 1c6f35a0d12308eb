import type { UnitOfWork } from '../ports/unit-of-work.ts';

/** Maximum number of contents whose revisions one transaction removes. Their rows are locked until the transaction ends. */
const batch = 20;

/** How many of the newest revisions of a content are kept. */
export interface RevisionRetention {
  readonly keep: number;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly retention: RevisionRetention;
}

/**
 * Removes revisions of one batch of contents. The first revision, each PUBLISH revision and the newest revisions of a
 * content are kept.
 * @returns the number of removed revisions; 0 when none are left or another process is removing them
 */
export const removeOldRevisions =
  ({ work, retention }: Dependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove old revisions'))) return 0;
      return tx.revisions.removeOld(retention.keep, batch);
    });

export type RemoveOldRevisions = ReturnType<typeof removeOldRevisions>;
