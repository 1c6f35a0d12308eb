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
import type { VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** An item of a list of contents. It has no bodies and no table of contents. */
export type ContentListItem = Omit<ContentView, 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc'>;

export const contentSortFields = ['createdAt', 'updatedAt', 'publishedAt', 'title', 'slug', 'status'] as const;
export type ContentSortField = (typeof contentSortFields)[number];

export interface ContentListQuery extends ListQuery<ContentSortField> {
  readonly status?: ContentStatus;
  /** Matches the contents of this category and of all categories below it. */
  readonly categoryId?: CategoryId;
  readonly tagId?: TagId;
  readonly editorType?: EditorType;
  readonly authorId?: UserId;
}

export interface ContentSearchQuery {
  /** The words that are looked for, with at least one letter or digit. */
  readonly q: string;
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly status?: ContentStatus;
  /** Matches the contents of this category and of all categories below it. */
  readonly categoryId?: CategoryId;
  readonly tagId?: TagId;
}

/** A content that a search found. */
export interface FoundContent extends ContentListItem {
  /**
   * 4 if the title contains all words, 3 if the headings and tags are needed too, 2 if the summary is needed too, 1
   * if the body is needed too.
   */
  readonly score: number;
  readonly tagNames: readonly string[];
  /** Whether `bodyStart` is HTML. */
  readonly isHtml: boolean;
  /** The beginning of the searched body, as it is stored; null without a body. */
  readonly bodyStart: string | null;
}

export interface ContentRepository extends VersionedCollection<Content> {
  readonly tagsOf: (id: ContentId) => Promise<readonly TagId[]>;
  /** Returns the version of the content afterwards. */
  readonly setTags: (id: ContentId, change: LinkChange<TagId>) => Promise<number>;
  /**
   * Saves the status, the times and the version of a content after a transition of its schedule. A later `save` in the same
   * transaction increments the version again.
   */
  readonly saveTransition: (content: Content) => Promise<void>;
  /**
   * Returns the first of `base`, `base-2`, `base-3` and so on that is not in use. The returned slug is reserved until
   * the transaction ends.
   */
  readonly freeSlug: (base: string) => Promise<string>;
  /**
   * Returns at most `limit` contents whose texts have not been added to the search completely. Returns fewer if they
   * are long.
   */
  readonly queuedForSearch: (limit: number) => Promise<readonly ContentId[]>;
  /** Adds the next parts of queued contents to the search. The contents must be locked. */
  readonly addToSearch: (contents: readonly Content[]) => Promise<void>;
}

/** The id or the slug of a content. */
export type ContentKey = { readonly id: ContentId } | { readonly slug: string };

/**
 * Maximum total size of the bodies and the table of contents that are read together with their content, in bytes of
 * UTF-8. If the total is larger, each field that is longer than a quarter of this is a `LongField`.
 */
export const shortBytes = 64 * 1024;

/** A field of a content that is streamed because it is too long to be read with the content. */
export interface LongField {
  /** Whether the pieces are plain text or parts of a JSON document. */
  readonly format: 'text' | 'json';
  /** Total size in bytes of UTF-8. */
  readonly bytes: number;
  /**
   * Reads the field from the beginning. Pieces are not empty, end between two characters, and are read one at a time.
   * Nothing is locked between two pieces.
   * @throws {ContentChanged} when the content was changed or removed since it was found
   * @throws {StoreFailure}
   */
  readonly pieces: () => AsyncIterable<string>;
}

/** A long field cannot be read further because its content was changed or removed meanwhile. */
export class ContentChanged extends Error {
  override readonly name = 'ContentChanged';
}

type LongName = 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc';

/** A content whose bodies and table of contents are either values or, if they are long, `LongField`s. */
export type ReadContent = Omit<ContentView, LongName> & {
  readonly [Name in LongName]: Exclude<ContentView[Name], Utf8Text> | LongField;
};

/** A content and whether it has a working copy. */
export type EditedContent = ReadContent & { readonly hasDraft: boolean };

/** The input for converting a stored content that has no HTML yet. */
export interface Unconverted extends Pick<Content, 'editorType'> {
  /** Null if the content has no Markdown or already has HTML. */
  readonly contentMd: string | null;
}

/** A published content and its version. */
export interface PublishedContent {
  /** Letters and digits. It changes whenever the content that readers see changes. */
  readonly version: string;
  /** Absent if the client has cached this version. */
  readonly content: ReadContent | undefined;
}

export interface ContentViews {
  /** Reads only the type, because the bodies may be megabytes. */
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
  /** Reads the type of a content, and its whole Markdown if it has no HTML yet. */
  readonly unconverted: (id: ContentId) => Promise<Unconverted | undefined>;
  readonly find: (id: ContentId) => Promise<ReadContent | undefined>;
  /** Like `find`, but also returns whether the content has a working copy. */
  readonly findForEditor: (id: ContentId) => Promise<EditedContent | undefined>;
  readonly findBySlug: (slug: string) => Promise<ReadContent | undefined>;
  /**
   * Returns `undefined` if the content is not published. `cachedVersions` are the versions that the client has cached.
   */
  readonly published: (key: ContentKey, cachedVersions: readonly string[]) => Promise<PublishedContent | undefined>;
  /** Returns at most `limit` contents with a transition that is due but not stored, the longest due first. */
  readonly due: (limit: number) => Promise<readonly ContentId[]>;
  readonly list: (query: ContentListQuery) => Promise<Page<ContentListItem>>;
  /** Returns the contents in which all words of a query are found, the highest score first, then the newest. */
  readonly search: (query: ContentSearchQuery) => Promise<Page<FoundContent>>;
}
