import type { Category, CategoryPlace } from '@portcullis/domain/internal/contents/category';
import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import type { Linkable, SluggedCollection, VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** The fields by which categories can be sorted. */
export const categorySortFields = ['createdAt', 'updatedAt', 'name', 'slug', 'order'] as const;
/** A field by which categories can be sorted. */
export type CategorySortField = (typeof categorySortFields)[number];

/** Which page of categories is read, with filters and an order. */
export interface CategoryListQuery extends ListQuery<CategorySortField> {
  readonly parentId?: CategoryId;
}

/** Writes categories in a transaction. */
export interface CategoryRepository
  extends VersionedCollection<Category>,
    SluggedCollection<Category>,
    Linkable<CategoryId> {
  /**
   * Reads the parent of every category. Until the transaction ends, no other transaction can add, move or remove a
   * category.
   */
  readonly lockTree: () => Promise<readonly CategoryPlace[]>;
  /** Returns the ids of each category and of all categories above it. Ids that do not exist are left out. */
  readonly pathsOf: (ids: readonly CategoryId[]) => Promise<ReadonlyMap<CategoryId, readonly CategoryId[]>>;
  /** Returns whether the category has subcategories or contents. */
  readonly isUsed: (id: CategoryId) => Promise<boolean>;
}

/** Reads categories. */
export interface CategoryViews {
  readonly find: (id: CategoryId) => Promise<Category | undefined>;
  readonly findBySlug: (slug: string) => Promise<Category | undefined>;
  readonly list: (query: CategoryListQuery) => Promise<Page<Category>>;
  readonly all: () => Promise<readonly Category[]>;
}
