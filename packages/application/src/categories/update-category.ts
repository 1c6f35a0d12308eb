import {
  checkCategoryPlace,
  checkChangedSlug,
  orNotFound,
  type Category,
  type CategoryDraft,
  type CategoryId,
} from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

export interface UpdateCategoryInput {
  readonly id: CategoryId;
  /** A changed name does not change the slug. */
  readonly change: Partial<CategoryDraft>;
}

/**
 * Changes a category; a new parent moves it with all below it.
 * @throws {BusinessError} category-not-found, slug-unacceptable, unknown-parent-category, category-cycle,
 * category-too-deep, slug-taken
 */
export const updateCategory =
  ({ work, clock }: UpdateDependencies) =>
  ({ id, change }: UpdateCategoryInput): Promise<Category> =>
    work.run(async (tx) => {
      // The tree before the row, as on create, so that two moves wait for each other and not in a ring.
      const places = change.parentId === undefined ? undefined : await tx.categories.lockTree();
      const stored = orNotFound(await tx.categories.lock(id), 'category-not-found');
      checkChangedSlug(stored, change);
      const category = { ...stored, ...change, updatedAt: clock.now() };
      if (places !== undefined) checkCategoryPlace(places, category);
      await tx.categories.save(category);
      return category;
    });

export type UpdateCategory = ReturnType<typeof updateCategory>;
