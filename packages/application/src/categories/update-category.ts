import {
  categoryEvents,
  requireVersion,
  checkCategoryPlace,
  checkChangedSlug,
  type Actor,
  type Category,
  type EditableCategory,
  type CategoryId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface UpdateCategoryInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: CategoryId;
  /** A new name does not change the slug. */
  readonly change: Partial<EditableCategory>;
}

/**
 * Changes a category. A category that gets a new parent moves together with its subcategories.
 * @throws {BusinessError} category-not-found, version-changed, slug-unacceptable, unknown-parent-category,
 * category-cycle, category-too-deep, slug-taken
 */
export const updateCategory =
  (deps: CreateDependencies) =>
  (input: UpdateCategoryInput): Promise<Category> =>
    deps.work.run(async (tx) => {
      const { change } = input;
      // If the category moves, the tree is locked before the row, in the same order as in `deleteCategory`, to avoid a
      // deadlock.
      const places = change.parentId === undefined ? undefined : await tx.categories.lockTree();
      return changeWithin(tx.categories, deps, input, {
        notFound: 'category-not-found',
        check: (stored, category) => {
          checkChangedSlug(requireVersion(stored, input.ifMatch), change);
          if (places !== undefined) checkCategoryPlace(places, category);
        },
        record: (before, after) =>
          recordEvent(tx, deps, {
            event: categoryEvents.updated,
            actor: input.actor,
            subject: after,
            before,
            after,
          }),
      });
    });

export type UpdateCategory = ReturnType<typeof updateCategory>;
