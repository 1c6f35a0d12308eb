import { isId, type MediaId } from '@portcullis/domain/internal/shared/ids';
import type { MediaStore, StoredObject } from '../ports/media-files.ts';
import type { MediaViews, ServedMedia } from '../ports/media.ts';

const pageSize = 500;

/** Yields all files in the order of their ids. One page is in memory at a time. */
export async function* allFiles({ servedPage }: Pick<MediaViews, 'servedPage'>): AsyncGenerator<ServedMedia> {
  for (let after: MediaId | undefined; ; ) {
    const page = await servedPage({ after, limit: pageSize });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

/** The id in a key of the store. A key that this service has not made belongs to no file. */
const idOfKey = ({ key }: Pick<StoredObject, 'key'>): MediaId | undefined => {
  const [id] = key.split('/');
  return isId<'Media'>(id) ? id : undefined;
};

/** Yields the ids of files whose bytes were stored before a time, but that have no row. Ids are read in batches. */
export async function* filesWithoutRow(
  { media, mediaStore }: { readonly media: Pick<MediaViews, 'existing'>; readonly mediaStore: MediaStore },
  before: Date,
): AsyncGenerator<MediaId> {
  const batch = new Set<MediaId>();
  const withoutRow = async (): Promise<readonly MediaId[]> => {
    const existing = new Set(await media.existing([...batch]));
    const missing = [...batch].filter((id) => !existing.has(id));
    batch.clear();
    return missing;
  };
  let last: MediaId | undefined;
  for await (const object of mediaStore.list()) {
    const id = object.writtenAt < before ? idOfKey(object) : undefined;
    // The objects of a file follow one another, so each id is yielded once.
    if (id === undefined || id === last) continue;
    if (batch.size >= pageSize) yield* await withoutRow();
    batch.add((last = id));
  }
  yield* await withoutRow();
}
