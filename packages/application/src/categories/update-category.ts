import {
  checkCategoryPlace,
  checkChangedSlug,
  type Category,
  type CategoryDraft,
  type CategoryId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
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
  (use: UpdateDependencies) =>
  (input: UpdateCategoryInput): Promise<Category> =>
    use.work.run(async (tx) => {
      const { change } = input;
      // Locks the tree before the row, in the same order as create, to avoid a deadlock between two moves.
      const places = change.parentId === undefined ? undefined : await tx.categories.lockTree();
      return changeWithin(tx.categories, use, input, {
        notFound: 'category-not-found',
        check: (stored, category) => {
          checkChangedSlug(stored, change);
          if (places !== undefined) checkCategoryPlace(places, category);
        },
      });
    });

export type UpdateCategory = ReturnType<typeof updateCategory>;
