import { BusinessError, orNotFound, type CategoryId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a category that contains neither categories nor contents.
 * @throws {BusinessError} category-not-found, category-in-use
 */
export const deleteCategory =
  (deps: WorkDependencies) =>
  (id: CategoryId): Promise<void> =>
    deps.work.run(async (tx) => {
      // Lock the tree first, so that no category is added below this one meanwhile. Every writer locks the tree before
      // a row, which
      // avoids deadlocks.
      await tx.categories.lockTree();
      orNotFound(await tx.categories.lock(id), 'category-not-found');
      if (await tx.categories.isUsed(id)) {
        throw new BusinessError('category-in-use', 'This category still holds categories or contents.');
      }
      await tx.categories.remove(id);
    });

export type DeleteCategory = ReturnType<typeof deleteCategory>;
