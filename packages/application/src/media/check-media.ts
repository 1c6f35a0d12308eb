import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { storedKeys } from '@portcullis/domain/internal/media/media';
import { originalKey } from '@portcullis/domain/internal/media/media-file';
import type { LocalFiles, MediaStore, StoredObject } from '../ports/media-files.ts';
import type { MediaViews, ServedMedia } from '../ports/media.ts';
import type { Clock } from '../ports/system.ts';
import { allFiles, filesWithoutRow } from './all-files.ts';

/**
 * A fault of the store: bytes are `missing`, are not those that were stored (`changed`), or belong to no file
 * (`unknown`).
 */
export interface MediaFault {
  readonly problem: 'missing' | 'changed' | 'unknown';
  /** The key of the bytes in the store, or the id of a file that has no row. */
  readonly key: string;
  /** The name of the file; null if there is no such file. */
  readonly name: string | null;
}

/** The dependencies of `checkMedia` and of `copyMedia`, which compare rows with the store. */
export interface CheckMediaDependencies {
  readonly media: MediaViews;
  readonly mediaStore: MediaStore;
  readonly localFiles: LocalFiles;
  readonly clock: Clock;
}

/** The bytes of a running upload, and of variants that are being made, have no row yet, at most for this time. */
const pendingMs = 5 * 60_000;

/** The time before which stored bytes should have a row. */
export const settledBefore = ({ clock }: Pick<CheckMediaDependencies, 'clock'>): Date =>
  new Date(clock.now().getTime() - pendingMs);

/**
 * Compares the rows of all files with the store: whether all bytes exist, have the right size and, except for variants,
 * the right checksum, and whether other bytes exist. Files may be uploaded, changed and removed meanwhile.
 * @throws {MediaStoreFailure}
 */
export const checkMedia = (deps: CheckMediaDependencies) =>
  async function* (): AsyncGenerator<MediaFault> {
    for await (const file of allFiles(deps.media)) {
      if ((await faultsOf(deps, file)).length === 0) continue;
      // The file may have been changed or removed since its row was read.
      const current = await deps.media.served(file.id);
      if (current !== undefined) yield* await faultsOf(deps, current);
    }
    for await (const key of filesWithoutRow(deps, settledBefore(deps))) yield { problem: 'unknown', key, name: null };
  };

async function faultsOf(deps: CheckMediaDependencies, file: ServedMedia): Promise<readonly MediaFault[]> {
  const found = await objectsOf(deps.mediaStore, file.id);
  const faults: MediaFault[] = [];
  const add = (problem: MediaFault['problem'], key: string): void => {
    faults.push({ problem, key, name: file.fileName });
  };
  for (const [key, size] of storedKeys(file)) {
    const object = found.get(key);
    if (object === undefined) add('missing', key);
    else if (object.size !== size || !(await hasChecksum(deps, file, key))) add('changed', key);
  }
  for (const { key } of unnamedObjects(found, file, settledBefore(deps))) add('unknown', key);
  return faults;
}

async function hasChecksum(
  { mediaStore, localFiles }: CheckMediaDependencies,
  { id, sha256 }: ServedMedia,
  key: string,
): Promise<boolean> {
  if (key !== originalKey(id)) return true;
  const stored = await mediaStore.read(key);
  return stored !== undefined && (await localFiles.checksum(stored.bytes)) === sha256;
}

/** Returns what is stored of a file, by key. */
export async function objectsOf(store: MediaStore, id: MediaId): Promise<ReadonlyMap<string, StoredObject>> {
  const objects = new Map<string, StoredObject>();
  for await (const object of store.list(id)) objects.set(object.key, object);
  return objects;
}

/** Returns the stored objects of a file that its row does not name, such as variants of former presets. */
export function unnamedObjects(
  found: ReadonlyMap<string, StoredObject>,
  file: ServedMedia,
  before: Date,
): readonly StoredObject[] {
  const named = storedKeys(file);
  return [...found.values()].filter(({ key, writtenAt }) => !named.has(key) && writtenAt < before);
}
