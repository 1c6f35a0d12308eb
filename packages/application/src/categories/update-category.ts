import {
  categoryEvents,
  checkCategoryPlace,
  checkChangedSlug,
  type Actor,
  type Category,
  type EditableCategory,
  type CategoryId,
} from '@portcullis/domain';
import { updateEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

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
export const updateCategory = inTransaction(
  async (
    tx: Uses<'categories' | 'events'>,
    deps,
    { actor, id, change, ifMatch }: UpdateCategoryInput,
  ): Promise<Category> => {
    // If the category moves, the tree is locked before the row, in the same order as in `deleteCategory`, to avoid a
    // deadlock.
    const places = change.parentId === undefined ? undefined : await tx.categories.lockTree();
    const update = { entities: tx.categories, notFound: 'category-not-found', event: categoryEvents.updated } as const;
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch }, (stored) => {
      checkChangedSlug(stored, change);
      if (places !== undefined) checkCategoryPlace(places, { ...stored, ...change });
      return change;
    });
  },
);

export type UpdateCategory = ReturnType<typeof updateCategory>;
