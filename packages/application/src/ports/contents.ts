import type {
  CategoryId,
  Content,
  ContentId,
  ContentStatus,
  ContentView,
  EditorType,
  LinkChange,
  TagId,
  UserId,
  Utf8Text,
} from '@portcullis/domain';
import type { Collection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** A content in a list: without its bodies and table of contents. */
export type ContentListItem = Omit<ContentView, 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc'>;

export const contentSortFields = ['createdAt', 'updatedAt', 'publishedAt', 'title', 'slug', 'status'] as const;
export type ContentSortField = (typeof contentSortFields)[number];

export interface ContentListQuery extends ListQuery<ContentSortField> {
  readonly status?: ContentStatus;
  /** Includes the contents of all categories below. */
  readonly categoryId?: CategoryId;
  readonly tagId?: TagId;
  readonly editorType?: EditorType;
  readonly authorId?: UserId;
}

export interface ContentRepository extends Collection<Content> {
  readonly tagsOf: (id: ContentId) => Promise<readonly TagId[]>;
  readonly setTags: (id: ContentId, change: LinkChange<TagId>) => Promise<void>;
  /** `base`, or `base-2`, `base-3` … if it is taken. The slug is reserved until the transaction ends. */
  readonly freeSlug: (base: string) => Promise<string>;
}

/** How a reader names a content. */
export type ContentKey = { readonly id: ContentId } | { readonly slug: string };

/**
 * Bodies and table of contents of at most this many bytes of UTF-8 in all are read with the content they belong to. Of more,
 * each that is longer than a quarter of this is a `LongField`.
 */
export const shortBytes = 64 * 1024;

/** A field of a content that is too long to be read with it. */
export interface LongField {
  /** Whether the pieces are plain text, or text of a JSON document. */
  readonly format: 'text' | 'json';
  /** Size of the whole field in bytes of UTF-8. */
  readonly bytes: number;
  /**
   * Reads the field from its beginning to its end. Pieces are not empty and end between two characters, and no more than one
   * is held in memory. Nothing is locked between two pieces.
   * @throws {ContentChanged} when the content was changed or removed since it was found.
   * @throws {StoreFailure}
   */
  readonly pieces: () => AsyncIterable<string>;
}

/** The rest of a long field belongs to a state of the content that is gone. */
export class ContentChanged extends Error {
  override readonly name = 'ContentChanged';
}

type LongName = 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc';

/** A content as it is read: each of its bodies and its table of contents whole, or as a `LongField` where it is long. */
export type ReadContent = Omit<ContentView, LongName> & {
  readonly [Name in LongName]: Exclude<ContentView[Name], Utf8Text> | LongField;
};

/** What the conversion of a stored content starts from. */
export interface Unconverted extends Pick<Content, 'editorType'> {
  /** Null where there is none, and where the content has HTML already. */
  readonly contentMd: string | null;
}

/** A content in one of its states. */
export interface PublishedContent {
  /** Letters and digits; differs from the version of every other state of the content that reads differently. */
  readonly version: string;
  /** Absent if the reader has this version. */
  readonly content: ReadContent | undefined;
}

export interface ContentViews {
  /** Reads the type of a content without its bodies, which may be megabytes. */
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
  /** The Markdown of a content that has no HTML yet, whole. */
  readonly unconverted: (id: ContentId) => Promise<Unconverted | undefined>;
  readonly find: (id: ContentId) => Promise<ReadContent | undefined>;
  readonly findBySlug: (slug: string) => Promise<ReadContent | undefined>;
  /** `undefined` for a content that is not published. `known` are the versions that the reader has. */
  readonly published: (key: ContentKey, known: readonly string[]) => Promise<PublishedContent | undefined>;
  readonly list: (query: ContentListQuery) => Promise<Page<ContentListItem>>;
}
