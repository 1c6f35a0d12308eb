import type { Category, CategoryId, CategoryPlace } from '@portcullis/domain';
import type { Collection, Linkable } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

export const categorySortFields = ['createdAt', 'updatedAt', 'name', 'slug', 'order'] as const;
export type CategorySortField = (typeof categorySortFields)[number];

export interface CategoryListQuery extends ListQuery<CategorySortField> {
  readonly parentId?: CategoryId;
}

export interface CategoryRepository extends Collection<Category>, Linkable<CategoryId> {
  /** Reads and locks the place of every category: no other transaction moves one before this one ends. */
  readonly lockTree: () => Promise<readonly CategoryPlace[]>;
  /** Whether categories or contents are in this category. */
  readonly isUsed: (id: CategoryId) => Promise<boolean>;
  /** `base`, or `base-2`, `base-3` … if it is taken. The slug is reserved until the transaction ends. */
  readonly freeSlug: (base: string) => Promise<string>;
}

export interface CategoryViews {
  readonly find: (id: CategoryId) => Promise<Category | undefined>;
  readonly findBySlug: (slug: string) => Promise<Category | undefined>;
  readonly list: (query: CategoryListQuery) => Promise<Page<Category>>;
  readonly all: () => Promise<readonly Category[]>;
}
