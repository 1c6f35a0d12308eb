import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';

/**
 * Maximum number of contents that one transaction indexes. It is small, so that writers wait less than a second for
 * locked rows.
 */
const batch = 200;

interface Dependencies {
  readonly work: UnitOfWork<Uses<'contents' | 'tryAdvisoryLock'>>;
}

/**
 * Adds one batch of contents to the search index: contents that an older release or another program wrote, the
 * remaining parts of long contents, and all contents after a change of the search language.
 * @returns the number of indexed contents; 0 when none are left or another process is indexing
 */
export const indexContents =
  ({ work }: Dependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('index contents'))) return 0;
      const ids = await tx.contents.queuedForSearch(batch);
      await tx.contents.addToSearch(await tx.contents.lockAll(ids));
      return ids.length;
    });
