import { checkCategoryPlace, checkSlug, slugFrom, type Category, type CategoryDraft } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';

export type CreateCategoryInput = Omit<CategoryDraft, 'slug'> & {
  /** If absent, the slug is made from the name. */
  readonly slug?: string | undefined;
};

/**
 * Adds a category, at the root or below another.
 * @throws {BusinessError} slug-unacceptable, unknown-parent-category, category-too-deep, slug-taken
 */
export const createCategory =
  ({ work, clock, ids }: CreateDependencies) =>
  ({ slug, ...draft }: CreateCategoryInput): Promise<Category> =>
    work.run(async (tx) => {
      if (slug !== undefined) checkSlug(slug);
      const id = ids.next<'Category'>();
      checkCategoryPlace(await tx.categories.lockTree(), { id, parentId: draft.parentId });
      const at = clock.now();
      const free = slug ?? (await tx.categories.freeSlug(slugFrom(draft.name, id.slice(0, 8))));
      const category: Category = { id, ...draft, slug: free, createdAt: at, updatedAt: at };
      await tx.categories.add(category);
      return category;
    });

export type CreateCategory = ReturnType<typeof createCategory>;
