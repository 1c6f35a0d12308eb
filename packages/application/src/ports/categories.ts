import type { Category, CategoryId, CategoryPlace } from '@portcullis/domain';
import type { Collection, Linkable } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

export const categorySortFields = ['createdAt', 'updatedAt', 'name', 'slug', 'order'] as const;
export type CategorySortField = (typeof categorySortFields)[number];

export interface CategoryListQuery extends ListQuery<CategorySortField> {
  readonly parentId?: CategoryId;
}

export interface CategoryRepository extends Collection<Category>, Linkable<CategoryId> {
  /** Where every category hangs; nobody else moves one before the transaction ends. */
  readonly lockTree: () => Promise<readonly CategoryPlace[]>;
  /** Whether it holds categories or contents. */
  readonly isUsed: (id: CategoryId) => Promise<boolean>;
  /** `base`, or `base-2`, `base-3` … where it is taken; kept for this transaction until it ends. */
  readonly freeSlug: (base: string) => Promise<string>;
}

export interface CategoryViews {
  readonly find: (id: CategoryId) => Promise<Category | undefined>;
  readonly findBySlug: (slug: string) => Promise<Category | undefined>;
  readonly list: (query: CategoryListQuery) => Promise<Page<Category>>;
  readonly all: () => Promise<readonly Category[]>;
}
