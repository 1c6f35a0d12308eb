import type { MediaFile } from '@portcullis/domain/internal/media/media';
import type {
  MediaFocus,
  MediaFormat,
  MediaPreset,
  VariantExtension,
} from '@portcullis/domain/internal/media/media-file';

/** A part of stored bytes. Both ends belong to the part, and must be less than the number of stored bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes that are being read from a store. */
export interface StoredBytes {
  /** The number of all stored bytes, even if only a range is read. */
  readonly size: number;
  /** The bytes of the range. They must be read to the end, or the iterable must be closed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The same bytes, if the store has read all of them at once. Then `bytes` need not be read. */
  readonly whole?: Uint8Array | undefined;
}

/** The description of stored bytes in a list. */
export interface StoredObject {
  /** The id of the file, and the name of its original or variant: `<id>/original` or `<id>/<preset>.<extension>`. */
  readonly key: string;
  readonly size: number;
  readonly writtenAt: Date;
}

/**
 * Stores the bytes of uploaded files and of their variants under keys (`originalKey`, `variantKey`).
 * Every function rejects with `MediaStoreFailure` if the store cannot be reached or has no space left.
 */
export interface MediaStore {
  /**
   * Stores a local file. When the promise resolves, the bytes survive a crash. They are never readable in part: a reader
   * gets either nothing (or the previous bytes of the key), or all new bytes. The local file may be gone afterwards.
   */
  readonly write: (key: string, path: string) => Promise<void>;
  /** Opens stored bytes. Returns undefined if nothing is stored under the key. */
  readonly read: (key: string, range?: ByteRange) => Promise<StoredBytes | undefined>;
  /** Removes the original and all variants of a file. Does nothing if nothing is stored. */
  readonly remove: (id: string) => Promise<void>;
  /** Removes the bytes of one key. Does nothing if nothing is stored. */
  readonly removeKey: (key: string) => Promise<void>;
  /**
   * Lists what is stored: everything, with the original and the variants of a file one after another, or only those of
   * one file.
   */
  readonly list: (id?: string) => AsyncIterable<StoredObject>;
  /**
   * The text that identifies the store (`claimStore`). It is not listed. `read` returns undefined in a new store.
   */
  readonly mark: {
    readonly read: () => Promise<string | undefined>;
    readonly write: (text: string) => Promise<void>;
  };
}

/** The store of uploaded files cannot be reached, refused an operation, or has no space left. */
export class MediaStoreFailure extends Error {
  override readonly name: string = 'MediaStoreFailure';
}

/** Local files that exist only during an operation. */
export interface LocalFiles {
  /** Runs `work` with a new, empty folder. The folder is removed afterwards, even if the work fails. */
  readonly useFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** Writes bytes, such as those of a store, to a new file in a folder, and returns the path of the file. */
  readonly save: (folder: string, bytes: AsyncIterable<Uint8Array>) => Promise<string>;
  /** Reads bytes to the end, and returns their SHA-256 in hexadecimal. */
  readonly checksum: (bytes: AsyncIterable<Uint8Array>) => Promise<string>;
  /**
   * Removes folders in which no file was created since `at`. They remain when a process is killed.
   * @returns the number of removed folders
   */
  readonly removeOlder: (at: Date) => Promise<number>;
}

/** A file that a client has sent completely. It is in a temporary folder. */
export interface ReceivedFile {
  readonly path: string;
  /** The name that the client sent, unchecked (see `mediaName`). */
  readonly name: string;
  readonly bytes: number;
  /** The SHA-256 of the received bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A received file whose format is known. Pictures have been written again, without their metadata. */
export interface PreparedFile extends Pick<MediaFile, 'bytes' | 'width' | 'height' | 'duration' | 'thumbhash'> {
  /** A file in the folder of the received file. */
  readonly path: string;
  readonly format: MediaFormat;
  /** The SHA-256 of a picture that was written again, in hexadecimal; null if the bytes are those that were received. */
  readonly sha256: string | null;
}

/** A smaller copy of a picture. */
export interface PreparedVariant {
  readonly preset: string;
  readonly extension: VariantExtension;
  /** A file in the folder of the original. */
  readonly path: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Finds out the format of files, decodes pictures, and writes them again. The work runs outside this process, with
 * limits on time and memory, and files wait in a queue of limited length.
 */
export interface MediaInspector {
  /**
   * Checks that a further file can be processed. Called before a file is received.
   * @throws {BusinessError} media-busy, if the queue is full
   */
  readonly requireCapacity: () => void;
  /**
   * Determines the format of a file from its bytes. A picture is decoded and written again without metadata, upright
   * and with the colours of sRGB.
   * @param path a file in a temporary folder
   * @throws {BusinessError} media-type-unsupported for a format that is not accepted, media-unreadable for a picture
   * that cannot be decoded, media-too-large for a picture that has too many pixels or needs too much time or memory,
   * and media-busy if the queue is full or the file has waited too long
   */
  readonly prepare: (path: string) => Promise<PreparedFile>;
  /**
   * Writes smaller copies of a picture that `prepare` wrote: two for each preset, one in WebP and one in JPEG or PNG.
   * These calls wait until no call of `prepare` is waiting.
   * @param path a copy of the picture in a temporary folder
   * @throws {BusinessError} media-unreadable, media-too-large, media-busy
   */
  readonly variants: (
    path: string,
    presets: readonly MediaPreset[],
    focus: MediaFocus,
  ) => Promise<readonly PreparedVariant[]>;
}
