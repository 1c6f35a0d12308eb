import type { CategoryId, Content, ContentId, ContentView, LinkChange, TagId } from '@portcullis/domain';
import type { Collection } from './collection.ts';

export interface ContentRepository extends Collection<Content> {
  /** Those of `ids` that exist and cannot be removed before the transaction ends. */
  readonly knownTags: (ids: readonly TagId[]) => Promise<ReadonlySet<TagId>>;
  readonly knownCategories: (ids: readonly CategoryId[]) => Promise<ReadonlySet<CategoryId>>;
  readonly tagsOf: (id: ContentId) => Promise<readonly TagId[]>;
  readonly setTags: (id: ContentId, change: LinkChange<TagId>) => Promise<void>;
  /** `base`, or `base-2`, `base-3` … where it is taken; kept for this transaction until it ends. */
  readonly freeSlug: (base: string) => Promise<string>;
}

export interface ContentViews {
  readonly find: (id: ContentId) => Promise<ContentView | undefined>;
  readonly findBySlug: (slug: string) => Promise<ContentView | undefined>;
}
