import { BusinessError, categoryEvents, type Actor, type CategoryId } from '@portcullis/domain';
import { removeEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface DeleteCategoryInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: CategoryId;
}

/**
 * Removes a category that has no subcategories and no contents.
 * @throws {BusinessError} category-not-found, version-changed, category-in-use
 */
export const deleteCategory = inTransaction(
  async (tx: Uses<'categories' | 'events'>, deps, { actor, id, ifMatch }: DeleteCategoryInput) => {
    // The tree is locked first, so that no subcategory is added concurrently. Every transaction that locks the tree and a
    // row locks the tree first, which avoids deadlocks.
    await tx.categories.lockTree();
    const removal = { entities: tx.categories, notFound: 'category-not-found', event: categoryEvents.deleted } as const;
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch }, async () => {
      if (await tx.categories.isUsed(id)) {
        throw new BusinessError('category-in-use', 'This category still holds categories or contents.');
      }
    });
  },
);

export type DeleteCategory = ReturnType<typeof deleteCategory>;
