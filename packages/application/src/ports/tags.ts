import type { Tag, TagId, TagView } from '@portcullis/domain';
import type { Collection, Linkable } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

export const tagSortFields = ['createdAt', 'updatedAt', 'name', 'slug'] as const;
export type TagSortField = (typeof tagSortFields)[number];

export interface TagRepository extends Collection<Tag>, Linkable<TagId> {
  /** Finds the tag of that name in any case, and locks the name: no other transaction adds such a tag before this one ends. */
  readonly lockName: (name: string) => Promise<TagId | undefined>;
  /** `base`, or `base-2`, `base-3` … if it is taken. The slug is reserved until the transaction ends. */
  readonly freeSlug: (base: string) => Promise<string>;
}

export interface TagViews {
  readonly find: (id: TagId) => Promise<TagView | undefined>;
  readonly findBySlug: (slug: string) => Promise<TagView | undefined>;
  /** Those of `ids` that exist, in that order. */
  readonly findAll: (ids: readonly TagId[]) => Promise<readonly TagView[]>;
  readonly list: (query: ListQuery<TagSortField>) => Promise<Page<TagView>>;
  /** The tags with the most published contents, at most `limit`; equal ones by name. */
  readonly popular: (limit: number) => Promise<readonly TagView[]>;
}
