import {
  categoryEvents,
  requireVersion,
  BusinessError,
  orNotFound,
  type Actor,
  type CategoryId,
} from '@portcullis/domain';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface DeleteCategoryInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: CategoryId;
}

/**
 * Removes a category that has no subcategories and no contents.
 * @throws {BusinessError} category-not-found, version-changed, category-in-use
 */
export const deleteCategory =
  (deps: CreateDependencies) =>
  ({ actor, id, ifMatch }: DeleteCategoryInput): Promise<void> =>
    deps.work.run(async (tx) => {
      // The tree is locked first, so that no subcategory is added concurrently. Every transaction that locks the tree
      // and a row locks the tree first, which avoids deadlocks.
      await tx.categories.lockTree();
      const category = requireVersion(orNotFound(await tx.categories.lock(id), 'category-not-found'), ifMatch);
      if (await tx.categories.isUsed(id)) {
        throw new BusinessError('category-in-use', 'This category still holds categories or contents.');
      }
      const after = { affected: { contents: await tx.categories.remove(id) } };
      const subject = { id, name: category.name };
      await recordEvent(tx, deps, { event: categoryEvents.deleted, actor, subject, before: category, after });
    });

export type DeleteCategory = ReturnType<typeof deleteCategory>;
