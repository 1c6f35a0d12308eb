import { BusinessError, present, type CategoryId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Removes a category that holds neither categories nor contents. */
export class DeleteCategory {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: category-not-found, category-in-use. */
  execute(id: CategoryId): Promise<void> {
    return this.#use.work.run(async (tx) => {
      // The tree before the row: whoever is hanging a category below this one counts on its being there.
      await tx.categories.lockTree();
      present(await tx.categories.lock(id), 'category-not-found');
      if (await tx.categories.isUsed(id)) {
        throw new BusinessError('category-in-use', 'This category still holds categories or contents.');
      }
      await tx.categories.remove(id);
    });
  }
}
