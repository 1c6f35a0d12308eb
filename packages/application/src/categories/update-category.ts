import {
  checkCategoryPlace,
  checkChangedSlug,
  present,
  type Category,
  type CategoryDraft,
  type CategoryId,
} from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface UpdateCategoryInput {
  readonly id: CategoryId;
  /** A changed name does not change the slug. */
  readonly change: Partial<CategoryDraft>;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Changes a category; a new parent moves it with all below it. */
export class UpdateCategory {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /**
   * @throws {BusinessError} category-not-found, slug-unacceptable, unknown-parent-category, category-cycle,
   * category-too-deep, slug-taken.
   */
  execute({ id, change }: UpdateCategoryInput): Promise<Category> {
    const { work, clock } = this.#use;
    return work.run(async (tx) => {
      // The tree before the row, as on create, so that two moves wait for each other and not in a ring.
      const places = change.parentId === undefined ? undefined : await tx.categories.lockTree();
      const stored = present(await tx.categories.lock(id), 'category-not-found');
      checkChangedSlug(stored, change);
      const category = { ...stored, ...change, updatedAt: clock.now() };
      if (places !== undefined) checkCategoryPlace(places, category);
      await tx.categories.save(category);
      return category;
    });
  }
}
