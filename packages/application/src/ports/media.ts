import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { Content } from '@portcullis/domain/internal/contents/content';
import type { MediaReference } from '@portcullis/domain/internal/shared/errors';
import type { ContentId, Id, MediaId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { MediaFile, StoredMedia, StoredVariant } from '@portcullis/domain/internal/media/media';
import type { MediaFocus, MediaType } from '@portcullis/domain/internal/media/media-file';
import type { VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** The fields by which files can be sorted. */
export const mediaSortFields = ['createdAt', 'updatedAt', 'name', 'bytes'] as const;
/** A field by which files can be sorted. */
export type MediaSortField = (typeof mediaSortFields)[number];

/** Which page of files is read, with filters and an order. */
export interface MediaListQuery extends ListQuery<MediaSortField> {
  readonly type?: MediaType;
  /** Matches files in exactly this folder. */
  readonly folder?: string;
  readonly uploaderId?: UserId;
  /** Only files to which no content and no working copy refers (true), or only files to which one does (false). */
  readonly unused?: boolean;
  /** Only files for which this condition is true. */
  readonly reach?: Condition;
}

/** The sizes of stored files in bytes. */
export interface StoredBytesOf {
  readonly all: number;
  readonly ofUploader: number;
}

/** Reads files in the order of their ids, so that a reader of all files needs little memory. */
export interface MediaPageQuery {
  /** The last id of the previous page; undefined for the first page. */
  readonly after?: MediaId | undefined;
  readonly limit: number;
}

/** The text that identifies the store of an installation. */
export interface StoreMark {
  readonly text: string;
  /** Whether the text has been written to the store. */
  readonly isClaimed: boolean;
}

/** A picture whose variants a process is going to make. */
export interface LeasedPicture {
  readonly id: MediaId;
  readonly focus: MediaFocus | null;
  /** The version of the variants that are going to be made. */
  readonly version: number;
  /** Identifies the lease. Another process may take the picture when the lease has ended. */
  readonly leasedUntil: Date;
}

/** When a lease begins and ends. */
interface LeasePeriod {
  readonly now: Date;
  readonly until: Date;
}

/**
 * Writes files in a transaction. The bytes of files are in a `MediaStore`. `find` and `usage` read the response of a
 * request before the commit.
 */
export interface MediaRepository extends VersionedCollection<MediaFile>, Pick<MediaViews, 'find' | 'usage'> {
  /** Makes other transactions that call this function for the same user wait until this transaction ends. */
  readonly lockUploads: (uploaderId: UserId) => Promise<void>;
  /**
   * Returns how many bytes are stored, with the files that this transaction has added. Other transactions that call this
   * function wait until this transaction ends, so that concurrent uploads cannot exceed a quota together.
   */
  readonly lockBytes: (uploaderId: UserId) => Promise<StoredBytesOf>;
  /** Returns the file that the user has uploaded with these bytes. */
  readonly uploaded: (uploaderId: UserId, receivedSha256: string) => Promise<MediaId | undefined>;
  /**
   * Returns contents and working copies that refer to a file, at most `limit`. The caller must have locked the file; no
   * further content refers to it until the transaction ends.
   */
  readonly references: (id: MediaId, limit: number) => Promise<readonly MediaReference[]>;
  /** Returns whether there is a picture with this id. It is locked, so that it is not removed until the transaction ends. */
  readonly lockPicture: (id: MediaId) => Promise<boolean>;
  /** Demands that the variants of pictures are made again. Their URLs change. Other files are left out. */
  readonly demandVariants: (ids: readonly MediaId[], at: Date) => Promise<void>;
  /** Takes the picture whose variants have been demanded first, unless another process has a lease of it. */
  readonly takePicture: (period: LeasePeriod) => Promise<LeasedPicture | undefined>;
  /**
   * Stores which variants a picture has, and ends the lease.
   * @param presets the presets of the variants (`presetsText`)
   * @returns false if the lease had ended, or if the variants have been demanded again since the lease began
   */
  readonly saveVariants: (
    leased: LeasedPicture,
    variants: readonly StoredVariant[],
    presets: string,
  ) => Promise<boolean>;
  /**
   * Returns the mark of the store. Other transactions that call this function wait until this transaction ends.
   * @param proposed becomes the mark if the installation has none
   */
  readonly lockStoreMark: (proposed: string) => Promise<StoreMark>;
  /** Stores that the mark has been written to the store. */
  readonly claimStore: () => Promise<void>;
}

/** What is needed for sending the bytes of a file. */
export type ServedMedia = Pick<StoredMedia, 'id' | 'fileName' | 'type' | 'mime' | 'bytes' | 'sha256' | 'variants'>;

/** A content that refers to a file. */
export type ReferringContent = Pick<Content, 'id' | 'title' | 'slug' | 'status'>;

/** A working copy that refers to a file. */
export interface ReferringWorkingCopy {
  readonly contentId: ContentId;
  readonly title: string;
}

/** A revision that refers to a file. */
export interface ReferringRevision extends ReferringWorkingCopy {
  readonly version: number;
}

/** An entry of a resource that is defined with `defineResource`, which refers to a file. */
export interface ReferringEntry {
  /** The name of the resource. */
  readonly resource: string;
  readonly id: Id<string>;
  /** The value of the field that names entries. */
  readonly name: string;
}

/** What refers to a file: at most 100 of each kind, the newest first. */
export interface MediaUsage {
  readonly contents: readonly ReferringContent[];
  readonly workingCopies: readonly ReferringWorkingCopy[];
  readonly revisions: readonly ReferringRevision[];
  readonly entries: readonly ReferringEntry[];
  /** The numbers of all that refer to the file, also of those that the reader may not read. */
  readonly totals: {
    readonly contents: number;
    readonly workingCopies: number;
    readonly revisions: number;
    /** The entries of resources that are defined with `defineResource`. */
    readonly entries: number;
  };
}

/** Reads files. The bytes of files are in a `MediaStore`. */
export interface MediaViews {
  readonly find: (id: MediaId) => Promise<StoredMedia | undefined>;
  /** Reads what is needed for sending the bytes of a file. */
  readonly served: (id: MediaId) => Promise<ServedMedia | undefined>;
  /** Returns the existing files among `ids`, in any order. */
  readonly findAll: (ids: readonly MediaId[]) => Promise<readonly StoredMedia[]>;
  /** Returns the ids of the existing files among `ids`, in any order. */
  readonly existing: (ids: readonly MediaId[]) => Promise<readonly MediaId[]>;
  /** Reads the next files in the order of their ids. */
  readonly servedPage: (query: MediaPageQuery) => Promise<readonly ServedMedia[]>;
  /**
   * Returns the next pictures, in the order of their ids, whose variants were made with other presets than these, or
   * have never been made.
   */
  readonly withOtherPresets: (presets: string, query: MediaPageQuery) => Promise<readonly MediaId[]>;
  /** Returns the mark of the store; undefined before the first upload. */
  readonly storeMark: () => Promise<StoreMark | undefined>;
  readonly uploaded: (uploaderId: UserId, receivedSha256: string) => Promise<StoredMedia | undefined>;
  /** Returns how many bytes are stored. */
  readonly bytes: (uploaderId: UserId) => Promise<StoredBytesOf>;
  readonly list: (query: MediaListQuery) => Promise<Page<StoredMedia>>;
  /**
   * Returns what refers to a file, without the entries of resources that are defined with `defineResource`.
   * @param reach the unpublished contents that the reader may read. Others are counted, but not returned. Working copies
   * and revisions are returned only if the reader may read their content unpublished.
   */
  readonly usage: (id: MediaId, reach: Reach) => Promise<Omit<MediaUsage, 'entries'>>;
  /** Returns whether a picture waits for its variants, and is not being worked on. */
  readonly hasDemand: (at: Date) => Promise<boolean>;
}
