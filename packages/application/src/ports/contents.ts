import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { Content, ContentView, EditorType } from '@portcullis/domain/internal/contents/content';
import type { CategoryId, ContentId, MediaId, TagId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { CoverFile, MediaFile } from '@portcullis/domain/internal/media/media';
import type { LinkChange } from '@portcullis/domain/internal/shared/replace-links';
import type { ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import type { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { SluggedCollection, VersionedCollection, Versioning } from './collection.ts';
import type { FilteredQuery, ListQuery, Page } from './lists.ts';

/** A content or a working copy together with its picture. */
export interface WithCover {
  /** The file with the id `coverId`; null if there is none. */
  readonly cover: CoverFile | null;
}

/** An item of a list of contents. It has no bodies and no table of contents. */
export type ContentListItem = Omit<ContentView, 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc'> & WithCover;

/** The fields by which contents can be sorted. */
export const contentSortFields = ['createdAt', 'updatedAt', 'publishedAt', 'title', 'slug', 'status'] as const;
/** A field by which contents can be sorted. */
export type ContentSortField = (typeof contentSortFields)[number];

/** Which page of contents is read, with filters and an order. */
export interface ContentListQuery extends ListQuery<ContentSortField>, FilteredQuery {
  readonly status?: ContentStatus;
  /** Matches contents in this category or in any category below it. */
  readonly categoryId?: CategoryId;
  readonly tagId?: TagId;
  readonly editorType?: EditorType;
  readonly authorId?: UserId;
  /** Only published contents, and contents for which this condition is true. */
  readonly reach?: Condition;
}

/** Which page of contents is read that contain the searched words. */
export interface ContentSearchQuery {
  /** The search text, with at least one letter or digit. */
  readonly q: string;
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly status?: ContentStatus;
  /** Matches contents in this category or in any category below it. */
  readonly categoryId?: CategoryId;
  readonly tagId?: TagId;
  /** Only published contents, and contents for which this condition is true. */
  readonly reach?: Condition;
}

/** A content that a search found. */
export interface FoundContent extends ContentListItem {
  /**
   * Shows which fields are needed to find all words. With a score of 4, the title alone is sufficient. With 3, the
   * title, the headings and the tags are sufficient. With 2, the summary is also needed, and with 1 also the body.
   */
  readonly score: number;
  readonly tagNames: readonly string[];
  /** Whether `bodyStart` is HTML. */
  readonly isHtml: boolean;
  /** The beginning of the stored body that was searched; null if there is no body. */
  readonly bodyStart: string | null;
}

/** A page of a search. */
export interface FoundContents extends Page<FoundContent> {
  /**
   * The stems of the words of the query in the search language. Empty if the language has no stemming, or if all words
   * are stop words or Chinese, Japanese or Korean.
   */
  readonly stems: readonly string[];
}

/** Writes contents in a transaction. */
export interface ContentRepository extends Omit<VersionedCollection<Content>, 'save'>, SluggedCollection<Content> {
  /**
   * Saves a content as `VersionedCollection.save` does.
   * @param stored the content as this transaction has read it. If given, texts that did not change are not written.
   */
  readonly save: Versioning<(content: Content, stored?: Content) => Promise<Versioned>>;
  /**
   * Reads the contents that exist, and locks them until the transaction ends. They are locked in the order of their
   * ids, so that two transactions with the same contents cannot deadlock.
   */
  readonly lockAll: (ids: readonly ContentId[]) => Promise<readonly Content[]>;
  /** Returns the tags of each content, sorted. Contents without tags are left out. */
  readonly tagsOfAll: (ids: readonly ContentId[]) => Promise<ReadonlyMap<ContentId, readonly TagId[]>>;
  readonly tagsOf: (id: ContentId) => Promise<readonly TagId[]>;
  /** Changes the tags of a content. If a tag changes, the version of the content is incremented. */
  readonly setTags: Versioning<(id: ContentId, change: LinkChange<TagId>) => Promise<void>>;
  /**
   * Saves `status`, `publishedAt`, `publishAt`, `unpublishAt` and `updatedAt` of several contents, as `save` does.
   * @returns the version and the time of the last change of each content
   */
  readonly saveStatuses: Versioning<(contents: readonly Content[]) => Promise<ReadonlyMap<ContentId, Versioned>>>;
  /**
   * Saves the status, the times and the version of contents after scheduled publications or withdrawals. A later `save`
   * in the same transaction increments the version again.
   */
  readonly saveTransitions: Versioning<(contents: readonly Content[]) => Promise<void>>;
  readonly isSlugFree: (slug: string) => Promise<boolean>;
  /**
   * Returns the ids of at most `limit` contents whose texts are not completely in the search index. Returns fewer ids
   * if the texts are long.
   */
  readonly queuedForSearch: (limit: number) => Promise<readonly ContentId[]>;
  /** Adds the next parts of queued contents to the search index. The caller must have locked the contents. */
  readonly addToSearch: (contents: readonly Content[]) => Promise<void>;
}

/** The id or the slug of a content. */
export type ContentKey = { readonly id: ContentId } | { readonly slug: string };

/**
 * A content is read together with its bodies and its table of contents if their total size is at most this number of
 * bytes of UTF-8. If the total is larger, each of these fields that is longer than a quarter of this number is a
 * `LongField`.
 */
export const shortBytes = 64 * 1024;

/** A field of a content that is read in pieces, because it is too long to be read together with the content. */
export interface LongField {
  /** Whether the pieces are plain text or parts of a JSON document. */
  readonly format: 'text' | 'json';
  /** Total size in bytes of UTF-8. */
  readonly bytes: number;
  /**
   * Reads the field from the beginning, one piece at a time. No piece is empty, and no character is split between two
   * pieces. Nothing is locked between two pieces.
   * @throws {ContentChanged} if the content was changed or removed after it was found
   * @throws {StoreFailure}
   */
  readonly pieces: () => AsyncIterable<string>;
}

/** A long field cannot be read to the end, because its content was changed or removed during the read. */
export class ContentChanged extends Error {
  override readonly name = 'ContentChanged';
}

type LongName = 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc';

/** A content whose long bodies and long table of contents are `LongField`s. */
export type ContentWithLongFields = Omit<ContentView, LongName> &
  WithCover & {
    readonly [Name in LongName]: Exclude<ContentView[Name], Utf8Text> | LongField;
  };

/** Facts about a content that only editors learn. */
export interface EditorFacts {
  /** Whether the content has a working copy. */
  readonly hasDraft: boolean;
  /** The files to which the content refers but that do not exist: at most 100, sorted. */
  readonly brokenMedia: readonly MediaId[];
}

/** A content as an editor reads it. */
export type ContentForEditor = ContentWithLongFields & EditorFacts;

/** The file of a picture, as feeds name it. */
export type FeedPicture = Pick<MediaFile, 'id' | 'fileName' | 'mime' | 'bytes'>;

/** The data for converting a stored content. */
export interface UnconvertedContent extends Pick<Content, 'editorType'> {
  /** Null if there is nothing to convert: the content has no Markdown, or already has HTML. */
  readonly contentMd: string | null;
}

/** What a batch must know about a content before it reads the content. */
export interface ContentSize {
  readonly id: ContentId;
  /** The total size of the bodies in bytes of UTF-8. */
  readonly bytes: number;
  /** Whether the content has Markdown but no HTML. */
  readonly isUnconverted: boolean;
}

/** A published content and its version. */
export interface PublishedContent {
  /** Consists of letters and digits. Changes whenever a part of the content changes that readers can see. */
  readonly version: string;
  /** Undefined if the client has cached this version. */
  readonly content: ContentWithLongFields | undefined;
}

/** Whether a reach includes a content, and whether everybody may read the content. */
export interface ReachedContent {
  readonly isReached: boolean;
  readonly isPublic: boolean;
}

/** The attributes of a content that conditions compare. */
export type ContentFacts = Pick<
  ContentListItem,
  'id' | 'authorId' | 'status' | 'categoryId' | 'tagIds' | 'createdAt' | 'publishedAt'
>;

/** Reads contents. */
export interface ContentViews {
  /** Returns the attributes of those contents that exist, in their present state and in any order. */
  readonly factsOf: (ids: readonly ContentId[]) => Promise<readonly ContentFacts[]>;
  /** Returns whether a reach includes the content in its present state; undefined if the content does not exist. */
  readonly reached: (id: ContentId, reach: Reach) => Promise<ReachedContent | undefined>;
  /** Reads only the type of a content, because its bodies may be several megabytes long. */
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
  /** Reads the type of a content, and its Markdown if the content has no HTML yet. */
  readonly unconverted: (id: ContentId) => Promise<UnconvertedContent | undefined>;
  /** Returns the size of each content that exists, without reading the bodies. */
  readonly sizesOf: (ids: readonly ContentId[]) => Promise<readonly ContentSize[]>;
  readonly find: (id: ContentId) => Promise<ContentWithLongFields | undefined>;
  /** Like `find`, but also returns what only editors learn. */
  readonly findForEditor: (id: ContentId) => Promise<ContentForEditor | undefined>;
  readonly findBySlug: (slug: string) => Promise<ContentWithLongFields | undefined>;
  /**
   * Reads a published content.
   * @param cachedVersions the versions that the client has cached
   * @returns undefined if the content is not published
   */
  readonly published: (key: ContentKey, cachedVersions: readonly string[]) => Promise<PublishedContent | undefined>;
  /**
   * Returns the ids of at most `limit` contents, longest overdue first. Each content has a scheduled publication or
   * withdrawal that is due but not stored yet.
   */
  readonly due: (limit: number) => Promise<readonly ContentId[]>;
  /**
   * Returns the first picture of each content: its cover, or else the first picture of this service in its text. Contents
   * without a picture are left out.
   */
  readonly firstPictures: (ids: readonly ContentId[]) => Promise<ReadonlyMap<ContentId, FeedPicture>>;
  readonly list: (query: ContentListQuery) => Promise<Page<ContentListItem>>;
  /**
   * Returns the contents that contain all words of the query. The highest score comes first; contents with the same
   * score are sorted newest first.
   */
  readonly search: (query: ContentSearchQuery) => Promise<FoundContents>;
  /**
   * Returns those of the given words that have one of the given stems in the search language.
   * @param words words in the form that `searchWords` yields
   */
  readonly wordsWithStems: (words: readonly string[], stems: readonly string[]) => Promise<readonly string[]>;
}
