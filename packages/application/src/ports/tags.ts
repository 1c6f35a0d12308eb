import type { TagId } from '@portcullis/domain/internal/shared/ids';
import type { Tag, TagView } from '@portcullis/domain/internal/contents/tag';
import type { Linkable, SluggedCollection, VersionedCollection, Versioning } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** The fields by which tags can be sorted. */
export const tagSortFields = ['createdAt', 'updatedAt', 'name', 'slug'] as const;
/** A field by which tags can be sorted. */
export type TagSortField = (typeof tagSortFields)[number];

/** Writes tags in a transaction. The operations of the views read the response of a request before the commit. */
export interface TagRepository
  extends VersionedCollection<Tag>,
    SluggedCollection<Tag>,
    Linkable<TagId>,
    Pick<TagViews, 'find' | 'findAll'> {
  /**
   * Adds a tag as `addWithFreeSlug` does, unless a tag with its name exists. If another transaction is adding a tag with
   * this name, waits for its end.
   * @returns the tag with this name
   */
  readonly addOrFind: Versioning<(tag: Tag) => Promise<Tag>>;
  /** Returns the existing tags with these names, ignoring case, in no particular order. */
  readonly findAllNamed: (names: readonly string[]) => Promise<readonly Tag[]>;
}

/** Reads tags. */
export interface TagViews {
  readonly find: (id: TagId) => Promise<TagView | undefined>;
  readonly findBySlug: (slug: string) => Promise<TagView | undefined>;
  /** Returns the existing tags among `ids`, in the same order. */
  readonly findAll: (ids: readonly TagId[]) => Promise<readonly TagView[]>;
  readonly list: (query: ListQuery<TagSortField>) => Promise<Page<TagView>>;
  /** Returns at most `limit` tags, sorted by the number of published contents in descending order and then by name. */
  readonly popular: (limit: number) => Promise<readonly TagView[]>;
}
