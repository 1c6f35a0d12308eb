import { checkCategoryPlace, checkSlug, slugFrom, type Category, type CategoryDraft } from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export type CreateCategoryInput = Omit<CategoryDraft, 'slug'> & {
  /** Absent: made from the name. */
  readonly slug?: string | undefined;
};

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Adds a category, at the root or below another. */
export class CreateCategory {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} slug-unacceptable, unknown-parent-category, category-too-deep, slug-taken. */
  execute({ slug, ...draft }: CreateCategoryInput): Promise<Category> {
    const { work, clock, ids } = this.#use;
    return work.run(async (tx) => {
      if (slug !== undefined) checkSlug(slug);
      const id = ids.next<'Category'>();
      checkCategoryPlace(await tx.categories.lockTree(), { id, parentId: draft.parentId });
      const at = clock.now();
      const free = slug ?? (await tx.categories.freeSlug(slugFrom(draft.name, id.slice(0, 8))));
      const category: Category = { id, ...draft, slug: free, createdAt: at, updatedAt: at };
      await tx.categories.add(category);
      return category;
    });
  }
}
