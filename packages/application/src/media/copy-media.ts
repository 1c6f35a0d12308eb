import { storedKeys } from '@portcullis/domain/internal/media/media';
import { originalKey } from '@portcullis/domain/internal/media/media-file';
import type { MediaStore } from '../ports/media-files.ts';
import type { ServedMedia } from '../ports/media.ts';
import { allFiles } from './all-files.ts';
import { objectsOf, type CheckMediaDependencies, type MediaFault } from './check-media.ts';
import { markFurtherStore, type ClaimDependencies } from './store-claim.ts';

/** The result for the bytes of a key: they were copied, had been copied before, or cannot be copied. */
export type CopiedBytes =
  | { readonly problem: 'copied'; readonly key: string }
  | { readonly problem: 'present'; readonly key: string }
  | MediaFault;

/**
 * Copies the bytes of all files from the store of this installation to another store. It can be interrupted and repeated:
 * bytes that are there with the right size are left out. The checksum of the copy is that of the row, or for variants
 * that of the source.
 * @throws {WrongMediaStore} if the other store has the files of another installation
 * @throws {MediaStoreFailure}
 */
export const copyMedia = (deps: CheckMediaDependencies & ClaimDependencies) =>
  async function* (target: MediaStore): AsyncGenerator<CopiedBytes> {
    await markFurtherStore(deps, target);
    for await (const file of allFiles(deps.media)) {
      const present = await objectsOf(target, file.id);
      for (const [key, size] of storedKeys(file)) {
        if (present.get(key)?.size === size) yield { problem: 'present', key };
        else yield* await copy(deps, target, file, key);
      }
    }
  };

async function copy(
  { media, mediaStore, localFiles }: CheckMediaDependencies,
  target: MediaStore,
  { id, sha256, fileName: name }: ServedMedia,
  key: string,
): Promise<readonly CopiedBytes[]> {
  const checksumIn = async (store: MediaStore): Promise<string | undefined> => {
    const stored = await store.read(key);
    return stored && localFiles.checksum(stored.bytes);
  };
  const expected = key === originalKey(id) ? sha256 : await checksumIn(mediaStore);
  const isCopied = await localFiles.useFolder(async (folder) => {
    const stored = await mediaStore.read(key);
    if (stored === undefined) return false;
    await target.write(key, await localFiles.save(folder, stored.bytes));
    return true;
  });
  if (isCopied && (await checksumIn(target)) === expected) return [{ problem: 'copied', key }];
  // A repetition would leave out bytes that are there.
  if (isCopied) await target.removeKey(key);
  const current = await media.served(id);
  // The file may have been removed, or its variants made again, since its row was read.
  if (current === undefined || !storedKeys(current).has(key)) return [];
  return [{ problem: isCopied ? 'changed' : 'missing', key, name }];
}
