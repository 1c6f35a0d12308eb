import type { TagId } from '@portcullis/domain/internal/shared/ids';
import type { Tag, TagView } from '@portcullis/domain/internal/contents/tag';
import type { Linkable, VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** The fields by which tags can be sorted. */
export const tagSortFields = ['createdAt', 'updatedAt', 'name', 'slug'] as const;
/** A field by which tags can be sorted. */
export type TagSortField = (typeof tagSortFields)[number];

/** Writes tags in a transaction. The operations of the views read the response of a request before the commit. */
export interface TagRepository extends VersionedCollection<Tag>, Linkable<TagId>, Pick<TagViews, 'find' | 'findAll'> {
  /**
   * Returns the id of the tag with this name, ignoring case; undefined if there is none. The name is locked until the
   * transaction ends: other transactions that call this function with the same name wait until then.
   */
  readonly lockName: (name: string) => Promise<TagId | undefined>;
  /**
   * Returns the first of `base`, `base-2`, `base-3` and so on that is not in use. Other transactions that call this
   * function with the same `base` wait until this transaction ends.
   */
  readonly freeSlug: (base: string) => Promise<string>;
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
