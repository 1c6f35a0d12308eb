import type { MediaStore, LocalFiles } from '../ports/media-files.ts';
import type { MediaViews } from '../ports/media.ts';
import type { Clock } from '../ports/system.ts';
import { filesWithoutRow } from './all-files.ts';
import { checkStoreClaim } from './store-claim.ts';

/** Bytes without a row are removed when they are older than this, in milliseconds. An upload ends much sooner. */
const keptMs = 24 * 60 * 60 * 1000;

interface SweepDependencies {
  readonly media: MediaViews;
  readonly mediaStore: MediaStore;
  readonly localFiles: LocalFiles;
  readonly clock: Clock;
}

/**
 * Removes bytes without a row, which remain when a process is killed during an upload or a removal, and temporary
 * folders of killed processes. Nothing is removed from the store before this installation has claimed it.
 * @returns the number of removed files and folders
 * @throws {WrongMediaStore} if the store is not that of this installation
 */
export const sweepMedia = (deps: SweepDependencies) => async (): Promise<number> => {
  const before = new Date(deps.clock.now().getTime() - keptMs);
  let removed = await deps.localFiles.removeOlder(before);
  if (!(await checkStoreClaim(deps)())) return removed;
  for await (const id of filesWithoutRow(deps, before)) {
    await deps.mediaStore.remove(id);
    removed += 1;
  }
  return removed;
};
