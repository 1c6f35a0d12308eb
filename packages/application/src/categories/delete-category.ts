import { BusinessError, orNotFound, type CategoryId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a category that holds neither categories nor contents.
 * @throws {BusinessError} category-not-found, category-in-use
 */
export const deleteCategory =
  (use: WorkDependencies) =>
  (id: CategoryId): Promise<void> =>
    use.work.run(async (tx) => {
      // Locks the tree before the row, in the same order as create: no category can be added below this one meanwhile.
      await tx.categories.lockTree();
      orNotFound(await tx.categories.lock(id), 'category-not-found');
      if (await tx.categories.isUsed(id)) {
        throw new BusinessError('category-in-use', 'This category still holds categories or contents.');
      }
      await tx.categories.remove(id);
    });

export type DeleteCategory = ReturnType<typeof deleteCategory>;
