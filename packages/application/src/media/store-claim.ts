import { MediaStoreFailure, type MediaStore } from '../ports/media-files.ts';
import type { MediaViews } from '../ports/media.ts';
import type { IdSource } from '../ports/system.ts';
import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';

/**
 * The store is not that of this installation: it has the files of another installation, or it is a folder of a host
 * that does not share the folder of the other processes.
 */
export class WrongMediaStore extends MediaStoreFailure {
  override readonly name = 'WrongMediaStore';
}

/** The dependencies for claiming a store. */
export interface ClaimDependencies {
  readonly work: UnitOfWork<Uses<'media'>>;
  readonly ids: IdSource;
  readonly mediaStore: MediaStore;
}

interface CheckDependencies {
  readonly media: Pick<MediaViews, 'storeMark'>;
  readonly mediaStore: MediaStore;
}

const otherInstallation = 'This folder or bucket has the files of another installation.';
const otherFolder = 'This folder or bucket is not the one that has the files of this installation.';

function requireMark(found: string | undefined, own: string | undefined): void {
  if (found === own) return;
  throw new WrongMediaStore(found === undefined ? otherFolder : otherInstallation);
}

/**
 * Returns the mark of this installation. It is stored in a transaction of its own, so that it stays the same if the
 * process is killed before or after it has written the mark to the store.
 */
const markOf = async ({ work, ids }: ClaimDependencies): Promise<string> => {
  const proposed = ids.next<'Media'>();
  return (await work.run((tx) => tx.media.lockStoreMark(proposed))).text;
};

/** Makes the store that of this installation, whatever mark it has. */
export const claimStore = (deps: ClaimDependencies) => async (): Promise<void> => {
  const own = await markOf(deps);
  await deps.work.run(async (tx) => {
    await tx.media.lockStoreMark(own);
    await deps.mediaStore.mark.write(own);
    await tx.media.claimStore();
  });
};

/**
 * Writes the mark of this installation to a further store, to which its files are copied.
 * @throws {WrongMediaStore} if the store has the mark of another installation
 */
export async function markFurtherStore(deps: ClaimDependencies, store: MediaStore): Promise<void> {
  const own = await markOf(deps);
  const found = await store.mark.read();
  if (found === undefined) await store.mark.write(own);
  else requireMark(found, own);
}

/**
 * Returns a function that is called before bytes are written. The first process that calls it writes the mark of this
 * installation to its store. All later calls, and those of other processes, compare the marks. A process compares them
 * only until they are equal.
 * @throws {WrongMediaStore} from the function
 */
export function storeClaim(deps: ClaimDependencies): () => Promise<void> {
  const claim = async (): Promise<void> => {
    const own = await markOf(deps);
    await deps.work.run(async (tx) => {
      const { isClaimed } = await tx.media.lockStoreMark(own);
      const found = await deps.mediaStore.mark.read();
      if (isClaimed || found !== undefined) requireMark(found, own);
      if (found === undefined) await deps.mediaStore.mark.write(own);
      if (!isClaimed) await tx.media.claimStore();
    });
  };
  let claimed: Promise<void> | undefined;
  return () =>
    (claimed ??= claim().catch((error: unknown) => {
      claimed = undefined;
      throw error;
    }));
}

/**
 * Checks that the store is that of this installation, and writes nothing.
 * @returns whether the store has been claimed, which happens before the first file is stored
 * @throws {WrongMediaStore} if the store has another mark, or none although the store of this installation has one
 * @throws {MediaStoreFailure}
 */
export const checkStoreClaim = (deps: CheckDependencies) => (): Promise<boolean> =>
  compareMarks(deps).catch((error: unknown) => {
    // Another process may have claimed the store between the two reads.
    if (error instanceof WrongMediaStore) return compareMarks(deps);
    throw error;
  });

async function compareMarks({ media, mediaStore }: CheckDependencies): Promise<boolean> {
  const own = await media.storeMark();
  const found = await mediaStore.mark.read();
  const isClaimed = own?.isClaimed ?? false;
  if (isClaimed || found !== undefined) requireMark(found, own?.text);
  return isClaimed;
}
