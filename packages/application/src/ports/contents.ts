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
} from '@portcullis/domain';
import type { Collection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** A content without its bodies and table of contents, as lists answer it. */
export type ContentListItem = Omit<ContentView, 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc'>;

export const contentSortFields = ['createdAt', 'updatedAt', 'publishedAt', 'title', 'slug', 'status'] as const;
export type ContentSortField = (typeof contentSortFields)[number];

export interface ContentListQuery extends ListQuery<ContentSortField> {
  readonly status?: ContentStatus;
  /** With all categories below it. */
  readonly categoryId?: CategoryId;
  readonly tagId?: TagId;
  readonly editorType?: EditorType;
  readonly authorId?: UserId;
}

export interface ContentRepository extends Collection<Content> {
  readonly tagsOf: (id: ContentId) => Promise<readonly TagId[]>;
  readonly setTags: (id: ContentId, change: LinkChange<TagId>) => Promise<void>;
  /** `base`, or `base-2`, `base-3` … where it is taken; kept for this transaction until it ends. */
  readonly freeSlug: (base: string) => Promise<string>;
}

/** How a reader names a content. */
export type ContentKey = { readonly id: ContentId } | { readonly slug: string };

/** A content in one of its states. */
export interface PublishedContent {
  /** Differs from that of every other state in which the content is, or was, answered differently; letters and digits. */
  readonly version: string;
  /** Absent where the reader knows this version. */
  readonly content: ContentView | undefined;
}

export interface ContentViews {
  /** How a content is written, without the megabytes that are. */
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
  readonly find: (id: ContentId) => Promise<ContentView | undefined>;
  readonly findBySlug: (slug: string) => Promise<ContentView | undefined>;
  /** A published content; none for one that is not. `known` are versions that the reader has. */
  readonly published: (key: ContentKey, known: readonly string[]) => Promise<PublishedContent | undefined>;
  readonly list: (query: ContentListQuery) => Promise<Page<ContentListItem>>;
}
