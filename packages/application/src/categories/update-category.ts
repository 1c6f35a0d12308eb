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
  /** A new name does not change the slug. */
  readonly change: Partial<CategoryDraft>;
}

/**
 * Changes a category. A new parent moves it together with the categories below it.
 * @throws {BusinessError} category-not-found, slug-unacceptable, unknown-parent-category, category-cycle,
 * category-too-deep, slug-taken
 */
export const updateCategory =
  (deps: UpdateDependencies) =>
  (input: UpdateCategoryInput): Promise<Category> =>
    deps.work.run(async (tx) => {
      const { change } = input;
      // Lock the tree before the row, in the same order as create, to avoid a deadlock between two moves.
      const places = change.parentId === undefined ? undefined : await tx.categories.lockTree();
      return changeWithin(tx.categories, deps, input, {
        notFound: 'category-not-found',
        check: (stored, category) => {
          checkChangedSlug(stored, change);
          if (places !== undefined) checkCategoryPlace(places, category);
        },
      });
    });

export type UpdateCategory = ReturnType<typeof updateCategory>;
