import {
  categoryEvents,
  checkCategoryPlace,
  checkSlug,
  firstVersion,
  slugFrom,
  type Actor,
  type Category,
  type EditableCategory,
} from '@portcullis/domain';
import { addEntity } from '../changes.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export type CreateCategoryInput = Omit<EditableCategory, 'slug'> & {
  readonly actor: Actor;
  /** If absent, the slug is made from the name. */
  readonly slug?: string | undefined;
};

/**
 * Adds a category at the root or below another category.
 * @throws {BusinessError} slug-unacceptable, unknown-parent-category, category-too-deep, slug-taken
 */
export const createCategory = inTransaction(
  async (tx: Uses<'categories' | 'events'>, deps, { actor, slug, ...draft }: CreateCategoryInput) => {
    if (slug !== undefined) checkSlug(slug);
    const id = deps.ids.next<'Category'>();
    checkCategoryPlace(await tx.categories.lockTree(), { id, parentId: draft.parentId });
    const at = deps.clock.now();
    const free = slug ?? (await tx.categories.freeSlug(slugFrom(draft.name, id.slice(0, 8))));
    const category: Category = { id, ...draft, slug: free, version: firstVersion, createdAt: at, updatedAt: at };
    return addEntity(tx, deps, { actor, event: categoryEvents.created }, category, tx.categories.add);
  },
);

export type CreateCategory = ReturnType<typeof createCategory>;
