import { isId, type MediaId } from '@portcullis/domain/internal';
import type { MediaStore, StoredObject, LocalFiles } from '../ports/media-files.ts';
import type { MediaViews } from '../ports/media.ts';
import type { Clock } from '../ports/system.ts';

/** Bytes without a row are removed when they are older than this, in milliseconds. An upload ends much sooner. */
const keptMs = 24 * 60 * 60 * 1000;
const batchSize = 500;

interface SweepDependencies {
  readonly media: MediaViews;
  readonly mediaStore: MediaStore;
  readonly localFiles: LocalFiles;
  readonly clock: Clock;
}

/** The id in a key of the store. A key that this service has not made belongs to no file. */
const idOfKey = ({ key }: Pick<StoredObject, 'key'>): MediaId | undefined => {
  const [id] = key.split('/');
  return isId<'Media'>(id) ? id : undefined;
};

/** Returns the files whose bytes were stored before a time, but that have no row. Rows are read in batches. */
async function* filesWithoutRow(
  { media, mediaStore }: Pick<SweepDependencies, 'media' | 'mediaStore'>,
  before: Date,
): AsyncGenerator<MediaId> {
  const batch = new Set<MediaId>();
  const withoutRow = async (): Promise<readonly MediaId[]> => {
    const existing = new Set((await media.findAll([...batch])).map(({ id }) => id));
    const missing = [...batch].filter((id) => !existing.has(id));
    batch.clear();
    return missing;
  };
  for await (const object of mediaStore.list()) {
    const id = object.writtenAt < before ? idOfKey(object) : undefined;
    if (id !== undefined) batch.add(id);
    if (batch.size >= batchSize) yield* await withoutRow();
  }
  yield* await withoutRow();
}

/**
 * Removes bytes without a row, which remain when a process is killed during an upload or a removal, and temporary
 * folders of killed processes.
 * @returns the number of removed files and folders
 */
export const sweepMedia = (deps: SweepDependencies) => async (): Promise<number> => {
  const before = new Date(deps.clock.now().getTime() - keptMs);
  let removed = await deps.localFiles.removeOlder(before);
  for await (const id of filesWithoutRow(deps, before)) {
    await deps.mediaStore.remove(id);
    removed += 1;
  }
  return removed;
};
