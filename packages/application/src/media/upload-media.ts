import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { MediaId, UserId } from '@portcullis/domain/internal/shared/ids';
import {
  mediaEvents,
  type EditableMedia,
  type MediaFile,
  type StoredMedia,
} from '@portcullis/domain/internal/media/media';
import { originalKey } from '@portcullis/domain/internal/media/media-file';
import { mediaAddressName, mediaName } from '@portcullis/domain/internal/media/media-name';
import { firstVersion, type Entity } from '@portcullis/domain/internal/shared/version';
import { addEntity } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { MediaInspector, MediaStore, PreparedFile, ReceivedFile, LocalFiles } from '../ports/media-files.ts';
import type { MediaViews, StoredBytesOf } from '../ports/media.ts';
import { StoreFailure, type Uses } from '../ports/unit-of-work.ts';
import { requireMediaReach, type MediaReach } from './media-reach.ts';
import { storeClaim } from './store-claim.ts';

/** How many bytes may be stored. */
interface MediaQuota {
  readonly all: number;
  readonly perUploader: number;
}

/** Wakes the worker that makes variants. */
interface MediaWakeUp {
  readonly wake: () => void;
}

/** A received file, and what the uploader has written about it. */
export interface Upload extends Partial<Pick<EditableMedia, 'alt' | 'title' | 'folder'>> {
  readonly file: ReceivedFile;
}

/** What `uploadMedia` needs. */
export interface UploadMediaInput extends MediaReach {
  readonly actor: Actor;
  /** Default: the actor. Null: no user. */
  readonly uploaderId?: UserId | null;
  /** Default: a new id. There must be no file with this id. */
  readonly id?: MediaId | undefined;
  /** The number of bytes that the client has announced; 0 if it has announced none. */
  readonly announcedBytes: number;
  /** Receives the file in a folder. */
  readonly receive: (folder: string) => Promise<Upload>;
}

/** A stored file. `isNew` is false if the uploader had uploaded the same bytes before. */
export interface UploadedMedia {
  readonly media: StoredMedia;
  readonly isNew: boolean;
}

interface UploadDependencies extends CreateDependencies<'media' | 'events'> {
  readonly media: MediaViews;
  readonly mediaStore: MediaStore;
  readonly mediaInspector: MediaInspector;
  readonly localFiles: LocalFiles;
  readonly mediaQuota: MediaQuota;
  readonly mediaWakeUp: MediaWakeUp;
}

/**
 * Stores a file. If the uploader has uploaded the same bytes before, the stored file is returned unchanged, provided that
 * the uploader may still read it, and may store a file as requested. The bytes are stored before the row, and a file
 * without a row is not public, so that nobody can read a part of a file.
 * @throws {BusinessError} permission-required, media-quota-exceeded, media-type-unsupported, media-unreadable,
 * media-too-large, media-busy
 * @throws {MediaStoreFailure}
 * @throws the errors of `receive`
 */
export function uploadMedia(deps: UploadDependencies): (input: UploadMediaInput) => Promise<UploadedMedia> {
  const { media, mediaInspector, mediaStore, mediaQuota, mediaWakeUp, localFiles, ids } = deps;
  const claimStore = storeClaim(deps);
  return async ({ actor, uploaderId = actor.id, announcedBytes, receive, reach, ...given }) => {
    mediaInspector.requireCapacity();
    await requireQuota(mediaQuota, media.bytes, actor.id, announcedBytes);
    await claimStore();
    return localFiles.useFolder(async (folder) => {
      const { file, ...described } = await receive(folder);
      const earlier = await media.uploaded(actor.id, file.sha256);
      if (earlier !== undefined) {
        const { folder: requested = null } = described;
        requireMediaReach(reach, { uploaderId, folder: requested, type: earlier.type });
        requireMediaReach(reach, earlier);
        return { media: earlier, isNew: false };
      }
      const prepared = await mediaInspector.prepare(file.path);
      const id = given.id ?? ids.next<'Media'>();
      const draft = { ...draftOf(file, prepared, described), uploaderId };
      requireMediaReach(reach, draft);
      await mediaStore.write(originalKey(id), prepared.path);
      // Bytes without a row would be removed later, but count until then. If they cannot be removed now, the error of the
      // transaction is more useful than that of the removal.
      const removeBytes = () => mediaStore.remove(id).catch(() => undefined);
      const stored = await storeRow(deps, { actor, reach }, id, draft).catch(async (error: unknown) => {
        const isUnknown = error instanceof StoreFailure && error.kind === 'outcome-unknown';
        if (!isUnknown) await removeBytes();
        throw error;
      });
      const isNew = stored.id === id;
      if (!isNew) await removeBytes();
      if (isNew && draft.type === 'image') mediaWakeUp.wake();
      return { media: stored, isNew };
    });
  };
}

type Draft = Omit<MediaFile, keyof Entity>;

function draftOf(
  { name: sent, sha256: receivedSha256 }: ReceivedFile,
  { format, path: _path, sha256, ...prepared }: PreparedFile,
  { alt = null, title = null, folder = null }: Omit<Upload, 'file'>,
): Omit<Draft, 'uploaderId'> {
  const name = mediaName(sent);
  const { type, mime, extension } = format;
  const fileName = mediaAddressName(name, extension);
  return {
    name,
    fileName,
    type,
    mime,
    ...prepared,
    sha256: sha256 ?? receivedSha256,
    receivedSha256,
    alt,
    title,
    folder,
    focus: null,
  };
}

/** @returns the file that was stored before with the same bytes by the same user, or else the new one */
const storeRow = (
  deps: UploadDependencies,
  { actor, reach }: Pick<UploadMediaInput, 'actor' | 'reach'>,
  id: MediaId,
  draft: Draft,
): Promise<StoredMedia> =>
  deps.work.run(async (tx: Uses<'media' | 'events'>) => {
    // The lock makes concurrent uploads of the same bytes wait, so that the second one finds the file of the first.
    await tx.media.lockUploads(actor.id);
    const earlier = await tx.media.uploaded(actor.id, draft.receivedSha256);
    if (earlier !== undefined) {
      requireMediaReach(reach, orNotFound(await tx.media.lock(earlier), 'media-not-found'));
      return orNotFound(await tx.media.find(earlier), 'media-not-found');
    }
    const at = deps.clock.now();
    const file: MediaFile = { id, ...draft, version: firstVersion, createdAt: at, updatedAt: at };
    await addEntity(tx, deps, { actor, event: mediaEvents.created }, file, tx.media.add);
    if (file.type === 'image') await tx.media.demandVariants([id], at);
    // Last of all, because the uploads of all users wait for this lock.
    await requireQuota(deps.mediaQuota, tx.media.lockBytes, actor.id, 0);
    return orNotFound(await tx.media.find(id), 'media-not-found');
  });

/**
 * Checks that a number of bytes can be added to the stored ones, which are only read if they are limited.
 * @throws {BusinessError} media-quota-exceeded
 */
async function requireQuota(
  quota: MediaQuota,
  read: (uploader: UserId) => Promise<StoredBytesOf>,
  uploader: UserId,
  added: number,
): Promise<void> {
  if (!Number.isFinite(Math.min(quota.all, quota.perUploader))) return;
  const stored = await read(uploader);
  if (stored.all + added > quota.all) {
    throw new BusinessError('media-quota-exceeded', 'There is no space left for files. Ask an administrator.');
  }
  if (stored.ofUploader + added > quota.perUploader) {
    throw new BusinessError(
      'media-quota-exceeded',
      'You have no space left for files. Delete files that you no longer need.',
    );
  }
}
